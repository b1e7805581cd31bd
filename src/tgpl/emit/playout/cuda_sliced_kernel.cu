extern "C" __global__ void tgpl_playouts(u64 seed, u64 count, i32 most, u64 *found, u64 *given_up, u64 room) {
    u64 worker = (u64)blockIdx.x * blockDim.x + threadIdx.x, workers = (u64)gridDim.x * blockDim.x;
    if (worker * SLICED_BITS < count) sliced_play(worker, workers, seed, count, most, found, given_up, room);
}
