import url from 'emojibase-data/en-gb/data.json?url'

/** Where this installation has the names and words of the emoji. */
export const EMOJI_URL: string = url
