import type { HtmlTagDescriptor, Plugin } from 'vite'

/** A chunk whose name the build made from one of the groups. */
const START = 'start'

/**
 * Has the page name the application's files, so that the browser fetches them at once and not only
 * when the entry asks for them.
 */
export function preloadStart(): Plugin {
  return {
    name: 'preload-start',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const start = chunks.find(({ name }) => name === START)
        if (!start) throw new Error(`The build made no chunk called ${START}.`)
        const entries = chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName)
        const needed = [start.fileName, ...start.imports].filter((file) => !entries.includes(file))
        const scripts = needed.map((file) => link('modulepreload', file))
        const sheets = [...(start.viteMetadata?.importedCss ?? [])].map((file) => link('stylesheet', file))
        return [...scripts, ...sheets]
      },
    },
  }
}

const link = (rel: string, file: string): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { rel, crossorigin: true, href: `/${file}` },
  injectTo: 'head',
})
