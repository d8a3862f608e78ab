// How much a person may say to steer a run.

/** Of a note, in characters. */
export const mostNote = 8_192;
/** That one command assigns. */
export const mostRoles = 100;
