// Names that git takes for its own folder on some system, and refuses in a repository that checks what it gets.

/** What HFS+ leaves out of names. */
const ignored = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/gu;
/** As NTFS reads it: a short name, blanks and dots at the end, streams, and either slash. */
const own = /(?:^|[\\/])(?:\.git|git~1)[ .]*(?::[^\\/]*)?(?=[\\/]|$)/iu;

export const isRefusedName = (path: string): boolean => own.test(path.replaceAll(ignored, ""));
