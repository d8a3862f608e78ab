// Names of all protocols, in the order of help texts and references.
export const protocolNames = ["ultrawork", "player", "iterative", "stigmergy", "ralph"] as const;

/** The names in a sentence: `a, b or c`. */
export const protocolsListed = `${protocolNames.slice(0, -1).join(", ")} or ${protocolNames.at(-1)}`;
