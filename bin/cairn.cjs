#!/usr/bin/env node
// Launcher: parses under any Node, and runs the program under one that can carry it.
"use strict";
// Old-fashioned on purpose: this file must parse where the program would not.
var fs = require("fs");
var path = require("path");

var NEEDED = 24;
var here = path.dirname(fs.realpathSync(__filename));
var top = path.dirname(here);
/** This file, or source.cjs beside it, which runs the sources in place of the build. */
var launcher = require.main.filename;

if (major(process.versions.node) >= NEEDED) start();
else restart(pinned());

function major(version) {
  return Number(String(version).split(".")[0]);
}

function start() {
  if (process.env.CAIRN_RESTARTED) diesWithItsParent();
  keepCompiled();
  var source = path.join(top, "src", "cli", "main.ts");
  if (path.basename(launcher) === "source.cjs")
    return void import(require("url").pathToFileURL(source).href).catch(fail);
  var main = path.join(top, "dist", "main.cjs");
  if (!fs.existsSync(main) && fs.existsSync(source)) return unbuilt();
  if (process.stderr.isTTY && fs.existsSync(source)) tellIfStale(main);
  try {
    // What is empty or cut off in between may still be read without an error.
    if (!require(main).edition) damaged(main, "it is empty, or of another build");
  } catch (error) {
    if (isUnread(error) && !isOutOfFiles(error))
      damaged(main, String(error.message).split("\n")[0]);
    else fail(error);
  }
}

/** In a clone, and only for a person: looking at 2,000 files takes a while. */
function tellIfStale(main) {
  try {
    var built = fs.statSync(main).mtimeMs;
    var newer = fs.readdirSync(path.join(top, "src"), { recursive: true }).find(function (name) {
      return fs.statSync(path.join(top, "src", name)).mtimeMs > built;
    });
    if (newer === undefined) return;
    console.error("The build is older than src/" + newer + ": npm run prepare --prefix " + top);
  } catch {
    // A file that goes meanwhile.
  }
}

/** Node runs what it finds there in place of the program, and asks nobody whose it is: a folder of the user's own, else none. */
function keepCompiled() {
  var enable = require("module").enableCompileCache;
  if (!enable) return;
  // Windows gives each user a temporary folder of his own.
  var folder = process.geteuid ? ownFolder(process.geteuid()) : undefined;
  if (folder !== null) enable(folder);
}

/** null: there is none into which nobody else could put something. */
function ownFolder(user) {
  var above = process.env.XDG_CACHE_HOME || path.join(require("os").homedir(), ".cache");
  if (!path.isAbsolute(above)) return null;
  try {
    if (!isClosed(fs.realpathSync(path.dirname(above)), user)) return null;
    makeFolder(above);
    above = fs.realpathSync(above);
    if (!isClosed(above, user)) return null;
    var folder = path.join(above, "cairn");
    makeFolder(folder);
    var found = fs.lstatSync(folder);
    return found.isDirectory() && found.uid === user && (found.mode & 63) === 0 ? folder : null;
  } catch {
    return null;
  }
}

function makeFolder(folder) {
  try {
    fs.mkdirSync(folder, 448);
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
  }
}

/** Nobody but this user and root can put something else in its place: it and all above it are theirs, and others write at most where nobody moves what is another's. */
function isClosed(folder, user) {
  var found = fs.lstatSync(folder);
  var mine = found.uid === user || found.uid === 0;
  var shut = (found.mode & 18) === 0 || (found.mode & 512) !== 0;
  return mine && shut && (folder === path.dirname(folder) || isClosed(path.dirname(folder), user));
}

/** What a file that is missing or cut off throws; all else is a fault of what stands in it. */
function isUnread(error) {
  return (
    error instanceof SyntaxError ||
    error instanceof ReferenceError ||
    (error instanceof Error && error.code !== undefined)
  );
}

function unbuilt() {
  console.error(
    "PROGRAM_UNBUILT: " +
      top +
      " holds the sources of cairn alone\n  run `npm run prepare` there: it builds the program",
  );
  process.exitCode = 1;
}

function damaged(file, why) {
  console.error(
    "PROGRAM_DAMAGED: " +
      file +
      ", cairn's own program, can't be read: " +
      why +
      "\n  install cairn again (where its source is: `npm run build`); what the ledger acknowledged is safe",
  );
  process.exitCode = 1;
}

/** The operator's to mend, as core/exhausted.ts says it of the program itself. */
function isOutOfFiles(error) {
  return error instanceof Error && (error.code === "EMFILE" || error.code === "ENFILE");
}

function fail(error) {
  if (isOutOfFiles(error)) {
    console.error(
      "FILES_EXHAUSTED: " +
        error.message +
        "\n  raise the limit of open files (`ulimit -n` shows it)",
    );
    process.exitCode = 1;
    return;
  }
  console.error(error);
  process.exitCode = 70;
}

/** Nobody hears a SIGKILL, but the one who started us is gone when the line to him breaks. */
function diesWithItsParent() {
  delete process.env.CAIRN_RESTARTED;
  if (!process.channel) return;
  process.on("disconnect", function () {
    process.kill(process.pid, "SIGKILL");
  });
  process.channel.unref();
}

/** The Node that was installed as a package of this platform beside this one, if it is new enough. */
function pinned() {
  var platform = (process.platform === "win32" ? "win" : process.platform) + "-" + process.arch;
  var found = ["node-" + platform, "node-bin-" + platform].map(programIn).filter(Boolean);
  return found.length > 0 ? found[0] : null;
}

function programIn(name) {
  try {
    var manifest = require.resolve(name + "/package.json", { paths: [here] });
    var said = JSON.parse(fs.readFileSync(manifest, "utf8"));
    var file = path.join(path.dirname(manifest), said.bin.node);
    return major(said.version) >= NEEDED && fs.existsSync(file) ? file : null;
  } catch {
    return null;
  }
}

function restart(node) {
  if (node === null) {
    console.error(
      "cairn needs Node " +
        NEEDED +
        " or newer, and this is " +
        process.versions.node +
        ": install one (nodejs.org), or run `npm ci` where cairn's own source is.",
    );
    process.exitCode = 1;
    return;
  }
  var child = require("child_process").spawn(
    node,
    process.execArgv.concat([launcher], process.argv.slice(2)),
    {
      stdio: ["inherit", "inherit", "inherit", "ipc"],
      env: Object.assign({}, process.env, { CAIRN_RESTARTED: "1" }),
    },
  );
  // A terminal sends Ctrl-C to both of us; handed on, it would count as pressed twice.
  var terminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY;
  var signals = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR2"];
  signals.forEach(function (signal) {
    process.on(signal, function () {
      if (!(terminal && (signal === "SIGINT" || signal === "SIGQUIT"))) child.kill(signal);
    });
  });
  child.on("error", function (error) {
    console.error(
      "cairn could not be started with " +
        node +
        ": " +
        error.message +
        ". Run `npm ci` again where cairn's own source is.",
    );
    process.exitCode = 1;
  });
  child.on("exit", function (code, signal) {
    signals.forEach(function (name) {
      process.removeAllListeners(name);
    });
    if (signal) process.kill(process.pid, signal);
    else process.exitCode = code;
  });
}
