// Configuration part about the sandbox of jobs.
import * as t from "../../kit/schema.ts";
import { type FenceConfig, usualFence } from "../config.ts";
import { variables } from "./agents.ts";
import { some, texts } from "./fields.ts";

const isWhole = (path: string): boolean =>
  /^(?:~\/|\/)./u.test(path) && !path.split("/").includes("..");
const uses = t.oneOf(["required", "auto", "off"]);
const paths = texts(
  'must be a list of paths, each absolute or below ~/ and without ..: ["~/.npm"]',
  isWhole,
);
const parts = some("the fence", {
  use: t.standing(uses, "auto"),
  network: t.standing(t.means("checks reach the network, too", t.flag), false),
  writes: t.means("folders that jobs may write besides their places, absolute or below ~/", paths),
  shows: t.means(
    "keys and logins that jobs may read although the fence hides them: ~/.npmrc for a private registry",
    paths,
  ),
  passes: t.means(
    "variables that look like secrets and that agents, setup and checks get all the same, fenced or not",
    variables,
  ),
});
/** Either the mode alone, or an object with it as `use`. */
export const fence = t.means(
  "what agents, setup and checks run within (`cairn help fence`). required: nothing runs without it; auto: where the system makes one; off: they may do what you may",
  t.standing(
    t.told(
      'must be one of required, auto, off, or an object such as {"use": "auto", "network": true}',
      t.either(uses, parts),
    ),
    "auto",
  ),
);

/** @param under the defaults; a sandbox required there can't be disabled */
export const fenceOf = (
  given: t.Of<typeof uses> | t.Of<typeof parts> = {},
  under = usualFence,
): FenceConfig => {
  const { use = under.use, ...opens } = typeof given === "string" ? { use: given } : given;
  return {
    use: under.use === "required" ? under.use : use,
    network: opens.network ?? under.network,
    writes: opens.writes ?? under.writes,
    shows: opens.shows ?? under.shows,
    passes: opens.passes ?? under.passes,
  };
};
