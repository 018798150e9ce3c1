/** A word that says which thing or whose: what follows it belongs to a noun. */
export const determiner = /^(?:the|an?|my|your|his|her|its|our|their|this|that|these|those)$/;
