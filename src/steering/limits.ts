// Limits of a person's steering of a run.

/** Length of a note, in characters. */
export const mostNote = 8_192;
/** Roles assigned by one command. */
export const mostRoles = 100;
