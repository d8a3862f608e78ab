// Whether a request takes an answer packed by gzip.

export const takesGzip = ({ headers }: Request): boolean =>
  /(?:^|,)\s*gzip\s*(?:,|$)/iu.test(headers.get("accept-encoding") ?? "");
