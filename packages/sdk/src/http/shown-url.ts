/** A query may hold private text, so messages show none. */
export const shownUrl = (url: string): string => url.split('?', 1)[0] ?? url;
