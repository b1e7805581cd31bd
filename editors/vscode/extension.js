// The extension: starts `tgpl lsp`, and offers to play, serve and test the text in front of you.
"use strict";

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

const LANGUAGES = ["tgpl", "tgdl", "rpg", "senet", "gdl", "gdl-infix"];
let client;

const command = () => vscode.workspace.getConfiguration("tgpl").get("command") || ["tgpl"];

/** As a shell takes it: a path may have blanks and signs in it. */
function quote(word, windows = process.platform === "win32") {
  if (/^[\w./:\\-]+$/.test(word)) return word;
  return windows ? `"${word.replaceAll('"', '""')}"` : `'${word.replaceAll("'", "'\\''")}'`;
}

async function runInTerminal(...words) {
  const editor = vscode.window.activeTextEditor;
  if (!editor || !LANGUAGES.includes(editor.document.languageId)) {
    vscode.window.showWarningMessage("Open a rule text first.");
    return;
  }
  if (editor.document.isUntitled || !(await editor.document.save())) {
    vscode.window.showWarningMessage("Save the rule text first: it is played from its file.");
    return;
  }
  const name = "tgpl";
  const terminal = vscode.window.terminals.find((one) => one.name === name) ?? vscode.window.createTerminal(name);
  terminal.show();
  const [verb, ...options] = words;
  terminal.sendText([...command(), verb, editor.document.fileName, ...options].map((word) => quote(word)).join(" "));
}

async function startClient() {
  const [program, ...before] = command();
  const server = { command: program, args: [...before, "lsp"] };
  const files = vscode.workspace.createFileSystemWatcher("**/*.{tgpl,tgdl,rpg,snt,kif,gdl,hrf}");
  client = new LanguageClient("tgpl", "TGPL", server, { documentSelector: LANGUAGES.map((language) => ({ language })), synchronize: { fileEvents: files } });
  try {
    await client.start();
  } catch {
    vscode.window.showErrorMessage(`"${program} lsp" could not be started. Install it with: pip install 'tgpl[editor]', or write its path into the setting tgpl.command.`);
  }
}

async function activate(context) {
  const commands = {
    "tgpl.playInTerminal": () => runInTerminal("play"),
    "tgpl.playInBrowser": () => runInTerminal("serve", "--open", "--watch"),
    "tgpl.labReport": () => runInTerminal("lab"),
    "tgpl.restart": async () => {
      await client?.stop();
      await startClient();
    },
  };
  for (const [name, run] of Object.entries(commands)) context.subscriptions.push(vscode.commands.registerCommand(name, run));
  await startClient();
}

async function deactivate() {
  await client?.stop();
}

module.exports = { activate, deactivate, quote };
