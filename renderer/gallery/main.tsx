import '@fontsource-variable/inter/wght.css'
import '@mantine/core/styles.layer.css'
import '../shell/mantine-styles.ts'
import '../shell/tokens.css'
import '../shell/theme-variables.css'
import './gallery.css'
import { createRoot, type Root } from 'react-dom/client'
import { OVERLAYS } from '../ui/overlays.ts'
import { Frame, type Scheme } from './Frame.tsx'
import type { Gallery } from './gallery-window.ts'
import { PIECES } from './pieces.tsx'
import { SCREENS } from './screens.tsx'
import { signedIn } from './server.ts'
import type { Specimen } from './specimen.ts'

const SPECIMENS: readonly Specimen[] = [...PIECES, ...SCREENS]

/** Frames in which nothing may change before a picture is taken. */
const QUIET_FRAMES = 4
const FRAMES_MAX = 600

const frame = () => new Promise((done) => requestAnimationFrame(done))

/** Waits until the page has rested for a while. @throws Error where it never does */
async function rest(): Promise<void> {
  let changes = 0
  const watch = new MutationObserver((records) => {
    changes += records.length
  })
  watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
  await document.fonts.ready
  for (let quiet = 0, seen = 0; quiet < QUIET_FRAMES; seen++) {
    if (seen > FRAMES_MAX) throw new Error('the page never rests')
    changes = 0
    await frame()
    // What was answered meanwhile is drawn next.
    await new Promise((done) => setTimeout(done))
    quiet = changes === 0 ? quiet + 1 : 0
  }
  watch.disconnect()
}

let shown: Root | null = null

/** Shows one specimen, and nothing else, once all of it is drawn. */
async function show(name: string, scheme: Scheme): Promise<void> {
  const specimen = SPECIMENS.find((one) => one.name === name)
  if (!specimen) throw new Error(`there is no specimen '${name}'`)
  shown?.unmount()
  document.body.querySelectorAll('body > :not(#root):not(script)').forEach((left) => {
    left.remove()
  })
  window.scrollTo(0, 0)
  document.documentElement.dataset.mantineColorScheme = scheme
  const root = document.getElementById('root')
  if (!root) throw new Error('the page has no #root')
  const { services } = (specimen.server ?? signedIn)()
  const content = specimen.show()
  const around = specimen.around?.(services, content) ?? content
  shown = createRoot(root)
  shown.render(
    <Frame services={services} scheme={scheme}>
      <div className={specimen.isPage ? 'gallery-screen' : 'gallery-piece'} data-specimen>
        {around}
      </div>
    </Frame>,
  )
  await rest()
  if (!specimen.act) return
  specimen.act(root)
  await rest()
}

const gallery: Gallery = {
  specimens: SPECIMENS.map(({ name, isPage, isBrief = false }) => ({ name, isPage, isBrief })),
  show,
}

// The shell fetches it once it shows: everything stands where it has.
await OVERLAYS.load()
Object.assign(window, { gallery })

// Who looks at the page by hand gives a name and a colour scheme: #form/DropField;dark
const [name = '', scheme] = decodeURIComponent(window.location.hash.slice(1)).split(';')
if (name) void show(name, scheme === 'dark' ? 'dark' : 'light')
else
  document.body.append(
    ...SPECIMENS.map((one) => {
      const link = document.createElement('a')
      Object.assign(link, { href: `#${one.name}`, textContent: one.name })
      link.style.display = 'block'
      link.addEventListener('click', () => setTimeout(() => window.location.reload()))
      return link
    }),
  )
