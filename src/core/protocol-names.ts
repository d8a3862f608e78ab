// Names of all protocols, in the order of help texts and references.
export const protocolNames = ["ultrawork", "player", "iterative", "stigmergy", "ralph"] as const;
