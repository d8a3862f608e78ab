// Prefix of the reason for a job that never started because its folder could not be prepared.
export const unready = "its folder couldn't be made ready";
