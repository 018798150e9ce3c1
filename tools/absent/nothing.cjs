/** The command asks for binaries of its engines before each run; the client here needs none. */
module.exports = { ensureNeededBinariesExist: async () => undefined };
