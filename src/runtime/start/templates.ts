// Access to run templates (read and write) for every protocol that has them.
import type {
  Composed,
  Composing,
  Document,
  Library,
  Listed,
  Details,
} from "../../core/library.ts";
import type { Ask, Facts } from "../../core/protocol.ts";
import { isRefusal, type Refusal, refuse } from "../../core/refusal.ts";
import type { Path } from "../../core/row.ts";
import type { Engine } from "../engine.ts";

/** `kept`: where an unreadable shared file was set aside; null: it was readable. */
export type Written = Omit<Composed, "shared" | "beside"> & {
  readonly files: readonly Path[];
  readonly kept: string | null;
};

export type Templates = {
  /** The name of the protocol that plays them. */
  protocol(): Promise<string | Refusal>;
  list(): Promise<readonly Listed[] | Refusal>;
  find(name: string): Promise<Document | Refusal>;
  show(document: Document): Promise<Details | Refusal>;
  /** `dry`: writes nothing. */
  compose(wanted: Composing, dry: boolean): Promise<Written | Refusal>;
};

/** Skips names taken concurrently; this many collisions aren't accidental. */
const tries = 20;

export const templatesOf = (engine: Engine): Templates => {
  const { workspace, root } = engine;
  const playing = async (): Promise<
    { readonly name: string; readonly library: Library } | Refusal
  > => {
    for (const name of engine.protocols) {
      const found = await (await engine.protocol(name))?.library?.();
      if (found !== undefined) return { name, library: found };
    }
    return refuse("VERB_UNSUPPORTED", "no protocol here plays templates", {
      fits: `there are: ${engine.protocols.join(", ")}`,
    });
  };
  const facts = (ask: Ask): Promise<Facts> =>
    workspace.facts({ root, place: null, ignores: [] }, ask, engine.now());
  const over = async <T>(act: (found: Library) => T | Promise<T>): Promise<T | Refusal> => {
    const found = await playing();
    return isRefusal(found) ? found : act(found.library);
  };

  const write = async ({ shared, beside, ...made }: Composed): Promise<Written | null> => {
    const own = await workspace.ownFiles(root);
    if (!(await own.add(made.path, made.text))) return null;
    const files = [made.path];
    for (const one of beside) if (await own.add(one.path, one.text)) files.push(one.path);
    const kept = await own.rewrite(shared.path, shared.made);
    return { ...made, files: [...files, shared.path], kept };
  };

  return {
    protocol: async () => {
      const found = await playing();
      return isRefusal(found) ? found : found.name;
    },
    list: () => over(async (found) => found.list(await facts(found.ask(null)))),
    find: (name) => over(async (found) => found.find(name, await facts(found.ask(name)))),
    show: (document) => over((found) => found.show(document)),
    compose: (wanted, dry) =>
      over(async (found): Promise<Written | Refusal> => {
        for (let turn = 0; turn < tries; turn += 1) {
          const made = found.compose(wanted, await facts(found.ask(null)));
          if (isRefusal(made)) return made;
          const { shared, beside, ...rest } = made;
          if (dry || made.there)
            return {
              ...rest,
              files:
                dry && !made.there
                  ? [made.path, ...beside.map(({ path }) => path), shared.path]
                  : [],
              kept: null,
            };
          const written = await write(made);
          if (written !== null) return written;
        }
        return refuse("NAME_TAKEN", `other processes keep taking the names of ${wanted.name}`, {
          fits: "another name",
        });
      }),
  };
};
