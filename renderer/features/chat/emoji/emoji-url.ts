import shortcodes from 'emojibase-data/en/shortcodes/github.json?url'
import url from 'emojibase-data/en-gb/data.json?url'

/** Where this installation has the names and words of the emoji. */
export const EMOJI_URL: string = url

/** Where it has what people type for them between two colons. */
export const SHORTCODES_URL: string = shortcodes
