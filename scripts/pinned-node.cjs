// Why: npm is about to stop running packages' install scripts, and without its own the pinned Node has no program in it.
"use strict";
var childProcess = require("child_process");
var fs = require("fs");
var path = require("path");

var folder = path.join(__dirname, "..", "node_modules", "node");
var program = path.join(folder, "bin", process.platform === "win32" ? "node.exe" : "node");

// Not there at all: production install, nothing to mend.
if (fs.existsSync(folder) && !works()) {
  childProcess.spawnSync(process.execPath, ["installArchSpecificPackage"], { cwd: folder, stdio: ["ignore", 2, 2] });
  linked();
  if (!works()) {
    console.error(
      "The pinned Node could not be installed into node_modules/node: run `npm rebuild node`, or use a Node of version 24 or newer.",
    );
    process.exitCode = 1;
  }
}

function works() {
  return childProcess.spawnSync(program, ["--version"], { stdio: "ignore" }).status === 0;
}

/** npm links a package's programs before its script has made them, and leaves the link out if they aren't there. */
function linked() {
  var link = path.join(__dirname, "..", "node_modules", ".bin", "node");
  if (process.platform === "win32" || fs.existsSync(link)) return;
  fs.symlinkSync("../node/bin/node", link);
}
