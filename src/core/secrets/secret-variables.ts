// Environment variables that look like secrets, by name or value: jobs get none that isn't named for them.
import { redact } from "./redact.ts";

/**
 * After the lists by which Gemini CLI keeps variables from what a model runs (environmentSanitization.ts), narrowed to whole
 * words: MAX_TOKENS, KEYBOARD and PWD are no secrets.
 */
const secretName =
  /SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIAL|TOKEN(?:_|$)|(?:^|_|API|ACCESS)KEY$|_(?:PASS|PWD|AUTH|PAT|CREDS)$|^AWS_/iu;

/** Named like one: a public key's id in images of Docker, and where AWS is reached. */
const harmless = /^(?:GPG_KEY|AWS_(?:CA_BUNDLE|(?:DEFAULT_)?(?:REGION|PROFILE|OUTPUT)|PAGER))$/u;

const isSecret = (name: string, value: string): boolean =>
  value !== "" && ((secretName.test(name) && !harmless.test(name)) || redact(value) !== value);

/** Names of an environment's variables that look like secrets and aren't among `passes`. */
export const heldBack = (
  env: Readonly<Record<string, string | undefined>>,
  passes: readonly string[],
): readonly string[] =>
  Object.keys(env)
    .filter((name) => !passes.includes(name) && isSecret(name, env[name] ?? ""))
    .toSorted();
