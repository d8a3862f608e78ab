// Tests of the macOS profile's text with a small reader of its rules; only a Mac could test Seatbelt itself.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readlinkSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test, type TestContext } from "node:test";
import { isWithin } from "../../core/within.ts";
import type { Fence } from "./fence.ts";
import { layoutOf } from "./layout.ts";
import { seatbeltWords } from "./seatbelt.ts";
import { openState } from "./state.ts";

type Node = string | readonly Node[];

/** Fails on an unclosed bracket or quote. */
const parsed = (profile: string): readonly (readonly Node[])[] => {
  const open: Node[][] = [[]];
  for (const [word] of profile.matchAll(/[()]|#?"[^"]*"|[^\s()"]+|"/gu)) {
    assert.notEqual(word, '"', "a quote stays open");
    if (word === "(") open.push([]);
    else if (word === ")") {
      const closed = open.pop() ?? [];
      assert.ok(open.length > 0, "a bracket too many");
      open.at(-1)?.push(closed);
    } else open.at(-1)?.push(word);
  }
  assert.equal(open.length, 1, "a bracket stays open");
  return (open[0] ?? []).map((rule) =>
    typeof rule === "string" ? assert.fail(`${rule} stands outside of all rules`) : rule,
  );
};

type Judge = (operation: string, path: string, socket?: "local" | "remote") => boolean;

const judge = (words: readonly string[]): Judge => {
  const params = new Map(
    words.flatMap((word, n) =>
      words[n - 1] === "-D"
        ? [[word.slice(0, word.indexOf("=")), word.slice(word.indexOf("=") + 1)]]
        : [],
    ),
  );
  const rules = parsed(words[words.indexOf("-p") + 1] ?? "").filter(
    (rule) => rule[0] === "allow" || rule[0] === "deny",
  );
  const textOf = (node: Node | undefined): string => {
    if (typeof node === "string") return node.replaceAll('"', "");
    const [name, key] = node ?? [];
    assert.equal(name, "param");
    const value = params.get(textOf(key));
    assert.ok(value !== undefined, "a parameter that isn't given");
    return value;
  };
  const covers = (rule: string, operation: string): boolean =>
    rule.endsWith("*")
      ? operation.startsWith(rule.slice(0, -1))
      : rule === operation || rule === "default";
  const matches = (filter: Node, path: string, socket: string | undefined): boolean => {
    const [name, inner = "", kind] = filter;
    if (name === "local" || name === "remote")
      return (
        name === socket &&
        inner === "unix-socket" &&
        kind !== undefined &&
        matches(kind, path, undefined)
      );
    if (socket !== undefined) return false;
    if (name === "subpath") return isWithin(textOf(inner), path);
    if (name === "literal") return textOf(inner) === path;
    return false;
  };
  const filters = (rule: readonly Node[]): readonly Node[] =>
    rule.filter((part) => typeof part !== "string");
  return (operation, path, socket) => {
    const own = rules.filter((rule) =>
      rule.some((word, n) => n > 0 && typeof word === "string" && covers(word, operation)),
    );
    const last =
      own.findLast((rule) => filters(rule).some((filter) => matches(filter, path, socket))) ??
      own.findLast((rule) => filters(rule).length === 0);
    return last?.[0] === "allow";
  };
};

const fence: Fence = { writable: [], readable: [], hidden: [], mounts: [], network: false };
const rulesOf = (more: Partial<Fence>, door?: string): Judge =>
  judge(seatbeltWords({ ...fence, ...more }, door, ["true"]));
const profileOf = (more: Partial<Fence>): string =>
  seatbeltWords({ ...fence, ...more }, undefined, []).at(-1) ?? "";

test("all is read, and nothing is written but the usual devices", () => {
  const may = rulesOf({});
  for (const path of ["/etc/passwd", "/opt/x", "/dev/null"])
    assert.equal(may("file-read-data", path), true, path);
  for (const path of ["/etc/passwd", "/opt/x", "/private/tmp/x", "/dev/disk0", "/dev/ttys001"])
    assert.equal(may("file-write-data", path), false, path);
  assert.equal(may("file-read-data", "/dev/ttys001"), false);
  assert.equal(may("file-write-data", "/dev/null"), true);
  for (const path of ["/etc/passwd", "/private/tmp/x"])
    assert.equal(may("file-link", path), false, path);
});

test("of two paths the longer one counts, whatever the order", () => {
  const may = rulesOf({
    hidden: [
      { path: "/a/b/c/d", is: "folder" },
      { path: "/a", is: "folder" },
    ],
    readable: ["/a/b"],
    writable: ["/a/b/c"],
  });
  const seen = (path: string) => [may("file-read-data", path), may("file-write-data", path)];
  assert.deepEqual(["/a/x", "/a/b/x", "/a/b/c/x", "/a/b/c/d/x", "/ab"].map(seen), [
    [false, false],
    [true, false],
    [true, true],
    [false, false],
    [true, false],
  ]);
});

test("what is only to be seen isn't written, though it lies in a folder that is", () => {
  const may = rulesOf({ writable: ["/w"], readable: ["/w/seen"] });
  assert.deepEqual(
    [may("file-read-data", "/w/seen/x"), may("file-write-data", "/w/seen/x")],
    [true, false],
  );
});

test("of one path's rules the last way to be mounted counts", () => {
  const at = "/a";
  const may = rulesOf({
    hidden: [{ path: at, is: "folder" }],
    readable: [at],
    mounts: [{ at, folder: "/b" }],
  });
  assert.deepEqual([may("file-read-data", "/a/x"), may("file-write-data", "/b/x")], [false, true]);
});

test("what stands at a mount is hidden, and its folder is written by its own path", () => {
  const may = rulesOf({ mounts: [{ at: "/private/tmp", folder: "/private/tmp/own" }] });
  assert.deepEqual(
    [may("file-read-data", "/private/tmp/x"), may("file-write-create", "/private/tmp/own/x")],
    [false, true],
  );
  assert.deepEqual(
    [may("file-read-metadata", "/private/tmp"), may("file-read-data", "/private/tmp")],
    [true, false],
  );
});

test("nothing is moved away that would uncover what is hidden, or be looked up again", () => {
  const may = rulesOf({ writable: ["/w"], hidden: [{ path: "/w/a/b/secret", is: "folder" }] });
  for (const path of ["/w", "/w/a", "/w/a/b", "/w/a/b/secret", "/w/a/b/secret/x", "/"])
    assert.equal(may("file-write-unlink", path), false, path);
  for (const path of ["/w/x", "/w/a/x"]) assert.equal(may("file-write-unlink", path), true, path);
  assert.equal(may("file-write-create", "/w/a/b/x"), true);
});

test("sockets are made where files may be, and others reached through the door alone", () => {
  const may = rulesOf({ writable: ["/w"], readable: ["/door", "/r"], network: true }, "/door");
  assert.deepEqual(
    ["/w/s", "/door/door", "/r/s", "/private/var/run/docker.sock", "/private/tmp/ssh/agent"].map(
      (path) => may("network-outbound", path, "remote"),
    ),
    [true, true, false, false, false],
  );
  assert.deepEqual(
    ["/w/s", "/door/door"].map((path) => may("network-bind", path, "local")),
    [true, false],
  );
  assert.equal(rulesOf({ readable: ["/r"] })("network-outbound", "/r/s", "remote"), false);
});

test("without the network no rule speaks of addresses or of those who look them up", () => {
  assert.doesNotMatch(profileOf({}), /\bip\b|mDNSResponder|dnssd|trustd|configd/u);
  assert.match(profileOf({ network: true }), /\(allow network-outbound \(remote ip\)/u);
});

test("nobody who acts for the user is asked: keychains, Apple events, Launch Services, launchd", () => {
  const profile = profileOf({ network: true });
  assert.doesNotMatch(
    profile,
    /SecurityServer|securityd|secd|launchservices|lsopen|appleevent|job-creation|coreservices|pasteboard|tccd/iu,
  );
  assert.doesNotMatch(profile, /allow (?:default|mach\*|mach-lookup\)|file\*|network\*|signal\))/u);
  assert.ok(profile.startsWith("(version 1)\n(deny default)\n"));
});

test("a path writes no rule, whatever letters it has", () => {
  const evil = '/w/"))\n(allow default)(allow file* (subpath "/\\';
  const words = seatbeltWords(
    { ...fence, writable: [evil], hidden: [{ path: "/w/=é", is: "file" }] },
    undefined,
    ["true", "-x"],
  );
  assert.doesNotMatch(words.at(words.indexOf("-p") + 1) ?? "", /\/w|allow default/u);
  const may = judge(words);
  assert.deepEqual(
    [
      may("file-write-data", `${evil}/x`),
      may("file-write-data", "/w/x"),
      may("file-read-data", "/w/=é"),
    ],
    [true, false, false],
  );
  assert.deepEqual(words.slice(-2), ["true", "-x"]);
});

test("a bracket or quote that stays open would be seen", () => {
  for (const wrong of ["(a", "a)", '(a "b)', "(a))("])
    assert.throws(() => parsed(wrong), assert.AssertionError, wrong);
});

/** A user's home, repository and place, as a job finds them. */
const sceneOf = (t: TestContext) => {
  const top = realpathSync(mkdtempSync(join(tmpdir(), "cairn-seatbelt-")));
  t.after(() => rmSync(top, { recursive: true, force: true }));
  const put = (path: string): string => {
    mkdirSync(dirname(join(top, path)), { recursive: true });
    writeFileSync(join(top, path), "{}");
    return join(top, path);
  };
  const before = process.env["CAIRN_PLACES"];
  process.env["CAIRN_PLACES"] = join(top, "places");
  t.after(() => {
    if (before === undefined) delete process.env["CAIRN_PLACES"];
    else process.env["CAIRN_PLACES"] = before;
  });
  return { top, put, env: { HOME: join(top, "home"), PATH: "/usr/bin:/bin" } };
};

test("a job's layout means on macOS what it means on Linux", async (t) => {
  const { top, put, env } = sceneOf(t);
  const key = put("home/.ssh/id");
  const keychain = put("home/Library/Keychains/login.keychain-db");
  const settings = put("home/.agent/settings.json");
  const record = put("shop/.git/cairn/ledger.db");
  const source = put("shop/src/a.ts");
  const file = put("places/shop/slots/a/tree/a.ts");
  const other = put("places/shop/slots/b/tree/a.ts");
  const shim = put("home/.cache/ms-playwright/chrome");
  const [root, place, temp] = [join(top, "shop"), dirname(file), join(top, "cairn-tmp-1")];
  mkdirSync(temp);
  const folders = [
    {
      path: ".agent",
      variable: "AGENT_HOME",
      copies: ["settings.json"],
      logins: [],
      sessions: [],
      returns: null,
    },
    {
      path: ".config/other",
      around: "XDG_CONFIG_HOME",
      copies: [],
      logins: [],
      sessions: [],
      returns: null,
    },
  ];
  const state = { home: join(root, ".git/cairn"), cwd: place, thread: ["task-1"], folders, env };
  const own = await openState(state);
  const named = own.unmounted(temp);
  const copy = named["AGENT_HOME"] ?? "";
  const ask = {
    root,
    writable: [place],
    readable: [],
    programs: [],
    hidden: [state.home],
    state,
    env,
    work: { commit: null, commands: [] },
  };
  const may = judge(
    seatbeltWords({ ...layoutOf(ask, temp, own.mounts), network: false }, undefined, ["true"]),
  );
  const seen = (path: string) =>
    `${may("file-read-data", path) ? "r" : "-"}${may("file-write-data", path) ? "w" : "-"}`;
  assert.deepEqual(
    {
      file: seen(file),
      other: seen(other),
      temp: seen(join(temp, "x")),
      source: seen(source),
      shim: seen(shim),
    },
    { file: "rw", other: "--", temp: "rw", source: "r-", shim: "r-" },
  );
  assert.deepEqual(
    {
      key: seen(key),
      keychain: seen(keychain),
      record: seen(record),
      users: seen(settings),
      copy: seen(join(copy, "settings.json")),
    },
    { key: "--", keychain: "--", record: "--", users: "--", copy: "rw" },
  );
  assert.deepEqual(
    [may("file-write-unlink", place), may("file-write-unlink", file)],
    [false, true],
  );
  assert.deepEqual(
    [may("file-read-metadata", dirname(place)), may("file-read-metadata", dirname(other))],
    [true, false],
  );
  assert.equal(seen(readlinkSync(join(named["XDG_CONFIG_HOME"] ?? "", "other"))), "rw");
  await own.close();
});
