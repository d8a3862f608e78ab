// Keys, logins and registries' settings as a job finds them: hidden, wherever a variable moves them, or shown by name.
import assert from "node:assert/strict";
import { join } from "node:path";
import { bothUsers } from "./scene.ts";

const secret = "s3cret";
const files = [
  ".npmrc",
  ".yarnrc.yml",
  ".m2/settings.xml",
  ".gradle/gradle.properties",
  ".config/composer/auth.json",
  ".composer/auth.json",
  ".terraformrc",
  ".bundle/config",
  ".config/pip/pip.conf",
  ".nuget/NuGet/NuGet.Config",
  ".s3cfg",
  ".config/rclone/rclone.conf",
  ".config/sops/age/keys.txt",
  ".config/github-copilot/apps.json",
  ".cursor/cli-config.json",
  ".config/goose/secrets.yaml",
  ".local/share/crush/crush.json",
  ".continue/config.yaml",
  ".factory/auth.json",
  ".local/share/com.vercel.cli/auth.json",
  ".fly/config.yml",
  ".bash_history",
];
const all = (scene: { put: (path: string, text: string) => string }): void => {
  for (const path of files) scene.put(`home/${path}`, secret);
};
const looks = files.map((path) => `cat ~/${path}`).join("; ");

bothUsers("keys, logins, registries' settings and histories are hidden", async (scene) => {
  all(scene);
  const { out } = await scene.run(looks);
  assert.doesNotMatch(out, new RegExp(secret, "u"));
});

bothUsers("also where their tools' caches are served", async (scene) => {
  all(scene);
  const commands = [["mvn"], ["gradle"], ["bundle"], ["cargo"], ["dotnet"]];
  const { out } = await scene.run(looks, { work: { commit: null, commands } });
  assert.doesNotMatch(out, new RegExp(secret, "u"));
});

bothUsers("what stands in place of a file is one that its program can parse", async (scene) => {
  all(scene);
  const { out, exit } = await scene.run("cat ~/.npmrc ~/.m2/settings.xml ~/.composer/auth.json");
  assert.deepEqual([exit, out], [0, "<settings/>\n{}\n"]);
});

bothUsers("a variable doesn't bring them back", async ({ home, put, run }) => {
  const env = {
    CARGO_HOME: join(home, "rust"),
    NPM_CONFIG_USERCONFIG: put("home/npm/rc", secret),
    KUBECONFIG: `${put("home/k/one", secret)}:${put("home/k/two", secret)}`,
    XDG_CONFIG_HOME: join(home, "settings"),
    AWS_CONFIG_FILE: "/dev/null",
    DOCKER_CONFIG: home,
  };
  put("home/rust/credentials.toml", secret);
  put("home/settings/gh/hosts.yml", secret);
  put("home/open", "open");
  const { out } = await run(
    "cat ~/rust/* ~/npm/rc ~/k/* ~/settings/gh/*; cat ~/open; echo > /dev/null && echo ' made'",
    { env },
  );
  assert.equal(out.replaceAll(/^cat: .*\n/gmu, ""), "open made\n");
});

bothUsers("those that are named are shown, read-only, and no more by them", async (scene) => {
  const { folder, home, root, run } = scene;
  all(scene);
  scene.put("home/.ssh/known_hosts", "known");
  const shows = [
    "~/.npmrc",
    "~/.ssh/known_hosts",
    join(home, ".gradle/gradle.properties"),
    "~/.config",
    "~/missing",
    folder,
    join(root, ".git/cairn/ledger.db"),
  ];
  const { out } = await run(
    `cat ~/.npmrc ~/.ssh/known_hosts ~/.gradle/gradle.properties; echo; cat ~/.ssh/id ${root}/.git/cairn/ledger.db ~/.config/*/*; echo x > ~/.npmrc`,
    { shows, work: { commit: null, commands: [["gradle"]] } },
  );
  assert.match(out, new RegExp(`^${secret}known${secret}$`, "mu"));
  assert.equal(out.split(secret).length, 3);
  assert.doesNotMatch(out, /a key|the record/u);
});

bothUsers("an agent that no driver knows sees its own login, and no other's", async (scene) => {
  all(scene);
  const look = "cat ~/.config/goose/secrets.yaml; cat ~/.composer/auth.json";
  assert.equal((await scene.run(look, { programs: ["/opt/bin/goose"] })).out, `${secret}{}\n`);
});
