// A configuration that is new lets jobs work in places of their own, where the repository fits that.
import type { System } from "../../runtime/system.ts";

type Json = Readonly<Record<string, unknown>>;

/** Before all else that it says. */
export const withPlaces = async ({ root, workspace }: System, config: Json): Promise<Json> =>
  (await (await workspace.places()).unfit(root)) === null ? { places: true, ...config } : config;

/** What a newcomer would otherwise learn from checks that are red for no reason in sight. */
export const placesLines = ({ places, setup, place }: Json): readonly string[] =>
  places !== true
    ? []
    : [
        "  jobs work in places of their own; this checkout changes by cairn merge alone",
        ...(setup === undefined && place === undefined
          ? [
              '  what git ignores (dependencies, .env) isn\'t there, for jobs and checks alike: make it by "setup": {"argv": ["npm", "ci"], "inputs": ["package-lock.json"], "makes": ["node_modules"]}, copy it by "place": {"copy": [".env"]}; prove what lands by "checks": [{"name": "tests", "argv": ["…"]}]',
            ]
          : []),
      ];
