// Why: how codex finds a model server that isn't OpenAI's.
import type { Program } from "../program.ts";

export const codex: Program = {
  driver: "codex",
  npm: { name: "@openai/codex", version: "0.169.0" },
  bin: "codex",
  // Settings with which nothing could be done unattended: the driver's own go before them.
  home: (url) => ({
    ".codex/config.toml": `model = "gpt-5"
model_provider = "scripted"
approval_policy = "untrusted"
sandbox_mode = "read-only"
[model_providers.scripted]
name = "scripted"
base_url = "${url}/v1"
wire_api = "responses"
env_key = "SCRIPTED_KEY"
`,
  }),
  env: () => ({ SCRIPTED_KEY: "any" }),
  resumes: true,
  confined: true,
  tireless: ["-c", "model_providers.scripted.stream_max_retries=100", "-c", "model_providers.scripted.request_max_retries=0"],
};
