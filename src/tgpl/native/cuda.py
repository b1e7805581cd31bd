"""A graphics card, if there is one: texts for CUDA compiled while the program runs, and kernels started.

It needs no package: the driver (`libcuda`) and the compiler (`libnvrtc`, from NVIDIA's toolkit or one of its wheels) are looked for where they usually
are. Without them, or without a card, `find_card` says why, and everything else works as before.

    card = find_card()
    kernel = card.compile(text, "tgpl_playouts")
"""

from __future__ import annotations

import ctypes
import ctypes.util
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

_NO_LIBRARY = "the {} is not there"
_MAJOR, _MINOR, _PROCESSORS = 75, 76, 16  # numbers of attributes of a device
_STACK = 0  # the number of a limit
_LOCAL_SIZE = 3  # the number of an attribute of a function: bytes of each thread, as far as the compiler knows


class NoCard(Exception):
    """Why nothing can be played on a graphics card."""


class Card:
    def __init__(self, driver: ctypes.CDLL, compiler: ctypes.CDLL) -> None:
        self._driver, self._compiler = driver, compiler
        self._call("cuInit", 0)
        device, context = ctypes.c_int(), ctypes.c_void_p()
        self._call("cuDeviceGet", ctypes.byref(device), 0)
        name = ctypes.create_string_buffer(128)
        self._call("cuDeviceGetName", name, len(name), device)
        self.name = name.value.decode(errors="replace")
        self.processors = self._ask(_PROCESSORS, device)
        self._target = f"sm_{self._ask(_MAJOR, device)}{self._ask(_MINOR, device)}"
        self._call("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
        self._context = context

    def _call(self, function: str, *arguments: Any) -> None:
        code = getattr(self._driver, function)(*arguments)
        if code:
            raise NoCard(f"{function} answers {code}")

    def _ask(self, what: int, device: ctypes.c_int) -> int:
        found = ctypes.c_int()
        self._call("cuDeviceGetAttribute", ctypes.byref(found), what, device)
        return found.value

    # -- compiling

    def compile(self, text: str, function: str) -> Kernel:
        """Raises NoCard with what the compiler says."""
        made = self._make_binary(text)
        self._call("cuCtxSetCurrent", self._context)
        module, found = ctypes.c_void_p(), ctypes.c_void_p()
        self._call("cuModuleLoadData", ctypes.byref(module), made)
        self._call("cuModuleGetFunction", ctypes.byref(found), module, function.encode())
        return Kernel(self, module, found)

    def _make_binary(self, text: str) -> bytes:
        compiler, program = self._compiler, ctypes.c_void_p()
        compiler.nvrtcCreateProgram(ctypes.byref(program), text.encode(), b"game.cu", 0, None, None)
        options = [f"--gpu-architecture={self._target}".encode(), b"--device-as-default-execution-space", b"-w"]
        code = compiler.nvrtcCompileProgram(program, len(options), (ctypes.c_char_p * len(options))(*options))
        if code:
            raise NoCard(f"the compiler of the card does not take the game: {self._read_log(program)}")
        size = ctypes.c_size_t()
        compiler.nvrtcGetCUBINSize(program, ctypes.byref(size))
        made = ctypes.create_string_buffer(size.value)
        compiler.nvrtcGetCUBIN(program, made)
        compiler.nvrtcDestroyProgram(ctypes.byref(program))
        return made.raw

    def _read_log(self, program: ctypes.c_void_p) -> str:
        size = ctypes.c_size_t()
        self._compiler.nvrtcGetProgramLogSize(program, ctypes.byref(size))
        log = ctypes.create_string_buffer(max(1, size.value))
        self._compiler.nvrtcGetProgramLog(program, log)
        return log.value.decode(errors="replace")[:2000]

    # -- memory

    def reserve_stack(self, size: int) -> None:
        """Bytes for each thread. Raises NoCard where the card has not so much memory."""
        self._call("cuCtxSetCurrent", self._context)
        self._call("cuCtxSetLimit", _STACK, ctypes.c_size_t(size))

    def allocate(self, size: int) -> Block:
        return Block(self, size)


class Block:
    """Memory of the card."""

    def __init__(self, card: Card, size: int) -> None:
        self.card, self.size = card, size
        self.address = ctypes.c_uint64()
        card._call("cuCtxSetCurrent", card._context)
        card._call("cuMemAlloc_v2", ctypes.byref(self.address), ctypes.c_size_t(size))

    def write(self, data: bytes) -> None:
        self.card._call("cuMemcpyHtoD_v2", self.address, data, ctypes.c_size_t(len(data)))

    def read(self) -> bytes:
        found = ctypes.create_string_buffer(self.size)
        self.card._call("cuMemcpyDtoH_v2", found, self.address, ctypes.c_size_t(self.size))
        return found.raw

    def clear(self) -> None:
        self.card._call("cuMemsetD8_v2", self.address, ctypes.c_ubyte(0), ctypes.c_size_t(self.size))

    def __del__(self) -> None:
        if self.address.value:
            self.card._driver.cuMemFree_v2(self.address)


class Kernel:
    def __init__(self, card: Card, module: ctypes.c_void_p, function: ctypes.c_void_p) -> None:
        self.card, self._module, self._function = card, module, function

    @property
    def local_size(self) -> int:
        """Bytes that each thread keeps beside its registers, calls that lead back to themselves aside."""
        found = ctypes.c_int()
        self.card._call("cuFuncGetAttribute", ctypes.byref(found), _LOCAL_SIZE, self._function)
        return found.value

    def start(self, blocks: int, threads: int, *arguments: Any) -> None:
        """Runs to its end."""
        card = self.card
        pointers = (ctypes.c_void_p * len(arguments))(*(ctypes.addressof(one) for one in arguments))
        card._call("cuCtxSetCurrent", card._context)
        card._call("cuLaunchKernel", self._function, blocks, 1, 1, threads, 1, 1, 0, None, pointers, None)
        card._call("cuCtxSynchronize")


@cache
def find_card() -> Card:
    """The first card; raises NoCard."""
    driver = _load("driver of an NVIDIA card (libcuda)", ["libcuda.so.1", "nvcuda.dll"])
    compiler = _load(
        "compiler of CUDA (libnvrtc)", [*_find_compilers(), "libnvrtc.so", "libnvrtc.so.13", "libnvrtc.so.12"]
    )
    return Card(driver, compiler)


def _find_compilers() -> Iterator[str]:
    """In NVIDIA's toolkit, and in its wheels."""
    folders = [Path("/usr/local/cuda/lib64")]
    folders += [Path(place) / "nvidia" for place in sys.path if place]
    for folder in folders:
        if folder.is_dir():
            yield from sorted(map(str, folder.glob("**/libnvrtc.so.*")), reverse=True)


def _load(what: str, names: list[str]) -> ctypes.CDLL:
    for name in names:
        try:
            return ctypes.CDLL(name)
        except OSError:
            continue
    raise NoCard(_NO_LIBRARY.format(what))
