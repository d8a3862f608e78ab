// How a job's end begins that never started, since its folder couldn't be made ready.
export const unready = "its folder couldn't be made ready";
