/** A query string may hold what should not be repeated. */
export const shownUrl = (url: string): string => url.split('?', 1)[0] ?? url;
