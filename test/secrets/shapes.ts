// Sample tokens of 61 kinds, generated at run time past leak scanners, and harmless strings.
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const pick = (letters: string, length: number): string =>
  Array.from(
    { length },
    (_, index) => letters[(index * 17 + ((index * index) % 11)) % letters.length],
  ).join("");
const word = (length: number): string => pick(alphabet, length);
const letters = (length: number): string => pick(alphabet.slice(0, 52), length);
const hex = (length: number): string => pick("0123456789abcdef", length);
const small = (length: number): string => pick("abcdefghijklmnopqrstuvwxyz0123456789", length);
const caps = (length: number): string => pick("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", length);
const uuid = `${hex(8)}-${hex(4)}-${hex(4)}-${hex(4)}-${hex(12)}`;
const sentry = Buffer.from(
  `{"iat":1700000000.1,"url":"https://sentry.io","region_url":"https://us.sentry.io","org":"shop"}`,
).toString("base64");

/** Joined only here. */
const of = (prefix: readonly string[], rest: string): string => `${prefix.join("")}${rest}`;

export const shapes: Readonly<Record<string, string>> = {
  Groq: of(["gs", "k_"], word(52)),
  xAI: of(["xa", "i-"], word(80)),
  Perplexity: of(["pp", "lx-"], word(48)),
  "Docker, personal": of(["dckr", "_pat_"], word(27)),
  "Docker, organization": of(["dckr", "_oat_"], word(32)),
  "Sentry, organization": of(["sntr", "ys_"], `${sentry}_${word(43)}`),
  "Sentry, user": of(["sntr", "yu_"], hex(64)),
  "Linear, API": of(["lin", "_api_"], word(40)),
  "Linear, OAuth": of(["lin", "_oauth_"], hex(64)),
  "Atlassian, user": of(["ATA", "TT3"], `${word(178)}=${caps(8)}`.slice(0, 186)),
  "Atlassian, workspace": of(["ATC", "TT3"], `${word(178)}=${caps(8)}`),
  "Grafana, service account": of(["gl", "sa_"], `${word(32)}_${hex(8)}`),
  "Grafana, cloud": of(["gl", "c_"], `${word(100)}==`),
  "Supabase, access": of(["sb", "p_"], hex(40)),
  "Supabase, secret": of(["sb", "_secret_"], `${word(22)}_${word(8)}`),
  Replicate: of(["r", "8_"], word(37)),
  NVIDIA: of(["nv", "api-"], word(64)),
  OpenRouter: of(["sk-", "or-v1-"], hex(64)),
  "Hugging Face": of(["hf", "_"], letters(34)),
  Figma: of(["fig", "d_"], word(43)),
  Notion: of(["nt", "n_"], `12345678901${word(35)}`),
  Tailscale: of(["tskey", "-auth-"], `${word(12)}CNTRL-${word(32)}`),
  Vercel: of(["vc", "p_"], word(56)),
  "Cloudflare, API": of(["cfu", "t_"], word(40) + hex(8)),
  "Cloudflare, origin": of(["v1", ".0-"], `${hex(24)}-${hex(146)}`),
  Doppler: of(["dp.", "pt."], word(43)),
  "Doppler, service": of(["dp.", "st."], `dev.${word(43)}`),
  "New Relic": of(["NR", "AK-"], caps(27)),
  Postman: of(["PM", "AK-"], `${hex(24)}-${hex(34)}`),
  Dynatrace: of(["dt0", "c01."], `${caps(24)}.${caps(64)}`),
  RubyGems: of(["ruby", "gems_"], hex(48)),
  Pulumi: of(["pu", "l-"], hex(40)),
  Sourcegraph: of(["sg", "p_"], `${hex(16)}_${hex(40)}`),
  "DigitalOcean, personal": of(["dop", "_v1_"], hex(64)),
  "DigitalOcean, refresh": of(["dor", "_v1_"], hex(64)),
  Heroku: of(["HRKU", "-AA"], word(58)),
  "Fly.io": of(["fo", "1_"], word(43)),
  PlanetScale: of(["pscale", "_tkn_"], word(43)),
  Shippo: of(["shippo", "_live_"], hex(40)),
  Brevo: of(["xkey", "sib-"], `${hex(64)}-${small(16)}`),
  Square: of(["sq0", "atp-"], word(22)),
  "1Password": of(["ops", "_ey"], `J${word(300)}`),
  ReadMe: of(["rd", "me_"], small(70)),
  Prefect: of(["pn", "u_"], word(36)),
  Infracost: of(["ic", "o-"], word(32)),
  Adobe: of(["p8", "e-"], small(32)),
  Alibaba: of(["LT", "AI"], word(20)),
  JFrog: of(["AK", "Cp"], word(69)),
  Duffel: of(["duffel", "_live_"], word(43)),
  EasyPost: of(["EZ", "AK"], word(54)),
  Facebook: of(["EA", "AC"], word(120)),
  Flutterwave: of(["FLWSECK", "_TEST-"], `${pick("abcdefgh0123456789", 32)}-X`),
  Clojars: of(["CLOJ", "ARS_"], small(60)),
  OpenShift: of(["sha", "256~"], word(43)),
  Databricks: of(["da", "pi"], hex(32)),
  Shopify: of(["shp", "ca_"], hex(32)),
  npm: of(["np", "m_"], word(36)),
  "Google, API": of(["AI", "za"], word(35)),
  "GitLab, feature flags": of(["glff", "ct-"], word(20)),
  "Vault, batch": of(["hv", "b."], word(150)),
  Harness: of(["pa", "t."], `${word(22)}.${word(24)}.${word(20)}`),
};

/** Carried by a line of a known form: before, credential, after. */
export const inLines: Readonly<
  Record<string, readonly [before: string, secret: string, after: string]>
> = {
  "curl -u": ["curl -sS -u ana:", "hunter22", " https://example.org/x"],
  "curl --user": ['$ curl --user "ana:', "s3cr3t pass", '" https://example.org'],
  "curl -u among other letters": ["curl -sSfu ana:", "hunter", " https://example.org/x"],
  "curl -u on a line of its own": [
    "curl https://example.org \\\n  -u ana:",
    "hunter",
    " \\\n  -o out",
  ],
  "curl -u in JSON": ['{"command":"curl -u \\"ana:', "hunter", '\\" https://example.org"}'],
  "curl, proxy": ["curl -x http://proxy:3128 --proxy-user ana:", "hunter", " https://example.org"],
  ".netrc, on one line": ["machine example.org login ana password ", "hunter", "\n"],
  ".netrc, on several": [
    "machine example.org\n  login ana\n  password ",
    "correcthorse",
    "\nmachine b.org",
  ],
  ".netrc, in JSON": [
    '{"out":"machine b.org\\n  login ana\\n  password ',
    "hunter",
    '\\nmachine c.org"}',
  ],
  ".netrc, by default": ["default login ana password ", "hunter", "\n"],
  ".pgpass": ["db.example.org:5432:shop:ana:", "hunter", "\n"],
  ".pgpass, any port": ["localhost:*:*:ana:", "hunter", "\n"],
};

/** None of these is a credential. */
export const harmless: readonly string[] = [
  hex(40),
  hex(64),
  `4b1d${hex(60)}`,
  `4b1d${hex(36)}`,
  uuid,
  `sha256-${word(43)}=`,
  `"integrity": "sha512-${Buffer.from(word(64)).toString("base64")}"`,
  `test_${hex(40)} passed`,
  "npm_package_devDependencies_eslint_plugin_react_hooks_next",
  "npm_config_user_agent=npm/10.8.2 node/v24.21.0 linux x64",
  "gsk_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
  "live_reload_server_started_with_the_given_options_and_more",
  "figd_, lin_api_ and pplx- are beginnings of tokens",
  "pat.match(text).toString().slice(0, 20)",
  "sl.some_quite_long_name_of_a_function_in_a_module_that_does_nothing",
  "SG.module.name.of.a.class.that.is.long.and.has.many.parts.in.it.too",
  "curl -u $USER:$TOKEN https://example.org",
  "curl https://example.org:8080/a -o out.txt",
  "curl --unix-socket /run/x.sock http://localhost/a:b",
  "npm_package_devDependencies_eslint_plugin_es2015_compat_of_old",
  "the default password is to be changed, and a login password, too",
  "sort -u a:b, then curl -O https://example.org",
  "machine learning models login with a password that you choose",
  "src/a.ts:1234:12:error: no such file",
  "12:34:56:78:90:ab:cd:ef",
  "at Object.<anonymous> (/tmp/a.js:1000:20)",
  `data:image/png;base64,EAAA${"B".repeat(40)}/${word(60)}`,
];
