import type { Plugin } from 'vite'

/** So much of the list comes with the page, in characters of its packed form: the commonest passwords stand first. */
const KEPT_CHARACTERS = 150_000

/**
 * Cuts the list of common passwords that the vault's strength meter knows: whole it weighs more than a page may.
 * The list is packed: a capital letter begins each password, and says how much of the one before it it repeats.
 */
export function commonPasswords(): Plugin {
  return {
    name: 'common-passwords',
    transform(code, id) {
      if (!/language-common[\\/]dist[\\/]passwords\.json\.mjs$/.test(id)) return null
      const cut = code.replace(/decompress\("([^"]*)"\)/, (_whole, list: string) => {
        const kept = list.slice(0, KEPT_CHARACTERS).replace(/[A-Z][^A-Z]*$/, '')
        return `decompress("${kept}")`
      })
      if (cut === code) throw new Error('The list of common passwords has another form now.')
      return { code: cut, map: null }
    },
  }
}
