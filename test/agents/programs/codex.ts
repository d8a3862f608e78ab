// Codex in stories: set-up for a model server other than OpenAI's.
import type { Program, Renewed } from "../program.ts";

/** Settings with which nothing could be done unattended: the driver's own go before them. */
const configured = (url: string, login: string): string => `model = "gpt-5"
model_provider = "scripted"
approval_policy = "untrusted"
sandbox_mode = "read-only"
[model_providers.scripted]
name = "scripted"
base_url = "${url}/v1"
wire_api = "responses"
${login}
`;

const token = (says: Readonly<Record<string, unknown>>): string =>
  [
    { alg: "none" },
    {
      ...says,
      "https://api.openai.com/auth": { chatgpt_account_id: "ana", chatgpt_plan_type: "plus" },
    },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .concat("c2ln")
    .join(".");
const [before, after] = [1_600_000_000, 4_000_000_000];
/** As with a subscription: it asks for another as soon as it finds that its own has run out. */
const renewed: Renewed = {
  home: (url) => ({ ".codex/config.toml": configured(url, "requires_openai_auth = true") }),
  env: (logins) => ({ CODEX_REFRESH_TOKEN_URL_OVERRIDE: logins }),
  login: {
    OPENAI_API_KEY: null,
    tokens: {
      id_token: token({ exp: after }),
      access_token: token({ exp: before }),
      refresh_token: "first",
      account_id: "ana",
    },
    last_refresh: "2020-01-01T00:00:00Z",
  },
  answer: {
    id_token: token({ exp: after }),
    access_token: token({ exp: after }),
    refresh_token: "renewed",
  },
};

export const codex: Program = {
  driver: "codex",
  npm: { name: "@openai/codex", version: "0.171.0" },
  bin: "codex",
  home: (url) => ({ ".codex/config.toml": configured(url, 'env_key = "SCRIPTED_KEY"') }),
  env: () => ({ SCRIPTED_KEY: "any" }),
  resumes: true,
  confined: true,
  tireless: [
    "-c",
    "model_providers.scripted.stream_max_retries=100",
    "-c",
    "model_providers.scripted.request_max_retries=0",
  ],
  keeps: {
    login: ".codex/auth.json",
    settings: ".codex/config.toml",
    conversations: ".codex/sessions",
    comeBack: true,
    renewed,
  },
};
