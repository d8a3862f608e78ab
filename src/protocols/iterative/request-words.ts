// Word list that derives mode and domain from a request's text.
import type { Domain, KnowledgeDomain, Mode } from "./state.ts";

const development = ["feature", "bug", "refactor"] as const;
export const knowledgeDomains = ["research", "writing", "analysis", "planning"] as const;

/** Maps words to domains; the first one in the request decides. */
const words: ReadonlyMap<string, Domain> = new Map<string, Domain>([
  ["implement", "feature"],
  ["build", "feature"],
  ["add", "feature"],
  ["fix", "bug"],
  ["bug", "bug"],
  ["refactor", "refactor"],
  ["research", "research"],
  ["synthesize", "research"],
  ["synthesise", "research"],
  ["write", "writing"],
  ["document", "writing"],
  ["analyze", "analysis"],
  ["analyse", "analysis"],
  ["plan", "planning"],
]);
export const listedWords: readonly string[] = [...words.keys()];

/** Names that only source files have; a name with a text extension may be a document. */
const sourceFile =
  /(?:^|[\s"'`(])[\w./@-]*\w\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kt|swift|c|cc|cpp|h|hpp|cs|php|scala|ex|exs|erl|hs|ml|lua|dart|vue|svelte|sql|sh|css|scss|html)(?=$|[\s"'`),.:;!?])/iu;

export const isKnowledge = (domain: string): domain is KnowledgeDomain =>
  knowledgeDomains.some((one) => one === domain);
const isDomain = (domain: string): domain is Domain =>
  isKnowledge(domain) || development.some((one) => one === domain);
/** Domains of one mode, or of both. */
export const domainsOf = (mode: Mode | null): readonly Domain[] => [
  ...(mode === "knowledge" ? [] : development),
  ...(mode === "development" ? [] : knowledgeDomains),
];
export const modeOf = (domain: Domain): Mode => (isKnowledge(domain) ? "knowledge" : "development");

const spoken = (request: string): readonly Domain[] =>
  request
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .flatMap((word) => {
      const domain = words.get(word);
      return domain === undefined ? [] : [domain];
    });

/** Pairs of domains whose templates can be chained. */
const chains: readonly string[] = ["research,writing", "analysis,planning", "research,analysis"];

export type Meant = {
  readonly mode: Mode;
  readonly domain: Domain;
  /** For knowledge: domains whose templates are chained. */
  readonly domains: readonly KnowledgeDomain[];
};

const single = (domain: Domain): Meant => ({
  mode: modeOf(domain),
  domain,
  domains: isKnowledge(domain) ? [domain] : [],
});

/** Parses a named domain; null if it is neither a domain nor a valid chain of domains. */
export const namedDomain = (given: string): Meant | null => {
  const parts = given.split(",").map((part) => part.trim().toLowerCase());
  const [first = ""] = parts;
  if (parts.length === 1) return isDomain(first) ? single(first) : null;
  if (!chains.includes(parts.join(",")) || !isKnowledge(first)) return null;
  return { ...single(first), domains: parts.filter(isKnowledge) };
};

/** The domain that the request's words suggest, within a known mode; null if none. */
export const wordsSay = (request: string, mode: Mode | null): Meant | null => {
  const settled = mode ?? (sourceFile.test(request) ? "development" : null);
  const found = spoken(request).find((domain) => settled === null || modeOf(domain) === settled);
  if (found !== undefined) return single(found);
  return settled === "development" ? single("feature") : null;
};
