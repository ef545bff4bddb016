import { expect, test, vi } from 'vitest'
import { FakeScheduler } from '../fake-scheduler.ts'
import { choiceOf, isStop, pickerPage, sharingPage, signPage } from './picker-page.ts'
import { type CaptureParts, ScreenCapture } from './screen-capture.ts'
import { ScreenShare } from './screen-share.ts'
import { type PickerParts, SourcePicker } from './source-picker.ts'

const TAKE_MS = 2000
const STOP_MS = 3000

const SOURCES = [
  { id: 'screen:0', name: 'Entire screen', thumbnail: 'data:image/png;base64,AAAA' },
  { id: 'window:7', name: '<script>alert("x")</script> & Co', thumbnail: 'data:image/png;base64,BBBB' },
]
const htmlOf = (address: string) =>
  Buffer.from(address.slice(address.indexOf('base64,') + 7), 'base64').toString('utf8')

function capture(changes: Partial<Omit<CaptureParts, 'picker'> & PickerParts> = {}) {
  const order: string[] = []
  const parts = {
    sources: async () => SOURCES,
    pick: async ([, second]: readonly (typeof SOURCES)[number][]) => second ?? null,
    showSign(name: string) {
      order.push(`sign ${name}`)
      return () => void order.push('end')
    },
    async picture(id: string) {
      order.push(`picture ${id}`)
      return 'data:image/png;base64,CCCC'
    },
    ...changes,
  }
  return { order, capture: new ScreenCapture({ ...parts, picker: new SourcePicker(parts) }) }
}

test('S140 what the person picked is pictured while a sign shows', async () => {
  const { capture: it, order } = capture()
  expect(await it.capture(1)).toEqual({ name: SOURCES[1]?.name, picture: 'data:image/png;base64,CCCC' })
  expect(order).toEqual([`sign ${SOURCES[1]?.name}`, 'picture window:7', 'end'])
})

test('S140 who picks nothing is not pictured', async () => {
  const { capture: it, order } = capture({ pick: async () => null })
  expect(await it.capture(1)).toBeNull()
  expect(order).toEqual([])
})

test('one is picked at a time, and what goes wrong is worded', async () => {
  const picked = Promise.withResolvers<null>()
  const pick = vi.fn(() => picked.promise)
  const { capture: it } = capture({ pick })
  const first = it.capture(1)
  await vi.waitFor(() => expect(pick).toHaveBeenCalledOnce())
  await expect(it.capture(2)).rejects.toMatchObject({ code: 'failed' })
  picked.resolve(null)
  expect(await first).toBeNull()

  const gone = capture({ picture: async () => null })
  await expect(gone.capture.capture(1)).rejects.toMatchObject({ message: 'That window has been closed.' })
  expect(gone.order.at(-1)).toBe('end')
  const refused = capture({ sources: () => Promise.reject(new Error('no')) })
  await expect(refused.capture.capture(1)).rejects.toMatchObject({ code: 'denied' })
  await expect(capture({ sources: async () => [] }).capture.capture(1)).rejects.toMatchObject({
    code: 'failed',
  })
})

test('the picker has no script, and other programs’ titles stay words', () => {
  const html = htmlOf(pickerPage(SOURCES, 'picture'))
  expect(html).toContain("default-src 'none'")
  expect(html).not.toContain('<script')
  expect(html).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; Co')
  expect(htmlOf(signPage('<b>'))).toContain('Capturing &lt;b&gt;')
})

test('its links mean a place or nothing, and no other address means anything', () => {
  const links = [...htmlOf(pickerPage(SOURCES, 'share')).matchAll(/href="([^"]+)"/g)].map(([, href]) =>
    choiceOf(href ?? ''),
  )
  expect(links).toEqual([0, 1, null])
  expect(choiceOf('https://elsewhere.example/1')).toBeUndefined()
})

function share(picked: () => Promise<(typeof SOURCES)[number] | null> = async () => SOURCES[0] ?? null) {
  const scheduler = new FakeScheduler()
  const done: string[] = []
  const signs: (() => void)[] = []
  let pageGone = () => {}
  const it = new ScreenShare({
    picker: { pick: picked },
    scheduler,
    report: (what) => void done.push(what),
    showSign(name, onStop) {
      done.push(`sign ${name}`)
      signs.push(onStop)
      return () => void done.push('sign ends')
    },
    askToStop: (windowId) => void done.push(`ask ${windowId}`),
    reload: (windowId) => void done.push(`reload ${windowId}`),
    onPageGone: (_windowId, action) => {
      pageGone = action
    },
  })
  return { share: it, scheduler, done, stop: () => signs.at(-1)?.(), pageGone: () => pageGone() }
}

test('S140 a screen is shared once the person picked it, with a sign until the page ends it', async () => {
  const { share: it, scheduler, done } = share()
  expect(it.take(1)).toBeNull()
  expect(await it.ask(1)).toBe(true)
  expect(it.take(2)).toBeNull()
  expect(it.take(1)?.name).toBe('Entire screen')
  expect(it.take(1)).toBeNull()
  // Only one for each window.
  expect(await it.ask(1)).toBe(false)
  await scheduler.advance(TAKE_MS)
  it.ended(1)
  it.ended(1)
  expect(done).toEqual(['sign Entire screen', 'sign ends'])
  expect(scheduler.pending).toBe(0)
  expect(await it.ask(1)).toBe(true)
})

test('who picks nothing, or can’t, shares nothing', async () => {
  expect(await share(async () => null).share.ask(1)).toBe(false)
  const failing = share(() => Promise.reject(new Error('no')))
  expect(await failing.share.ask(1)).toBe(false)
  expect(failing.done).toEqual(['could not share a screen'])
})

test('the sign’s way to stop asks the page, and loads it again where it doesn’t', async () => {
  const { share: it, scheduler, done, stop, pageGone } = share()
  await it.ask(1)
  it.take(1)
  stop()
  stop()
  expect(done).toEqual(['sign Entire screen', 'ask 1'])
  await scheduler.advance(STOP_MS)
  expect(done.at(-1)).toBe('reload 1')
  pageGone()
  expect(done.at(-1)).toBe('sign ends')
  // A page that does what it was asked to isn't reloaded.
  await it.ask(1)
  it.take(1)
  stop()
  it.ended(1)
  await scheduler.advance(STOP_MS)
  expect(done.filter((one) => one === 'reload 1')).toHaveLength(1)
})

test('a page that has the permission and goes another way for a screen is loaded again', async () => {
  const { share: it, scheduler, done } = share()
  await it.ask(1)
  await scheduler.advance(TAKE_MS)
  expect(done.at(-1)).toBe('reload 1')
  expect(it.take(1)).toBeNull()
})

test('the sign of a share names what is shared, and its one link stops it', () => {
  const html = htmlOf(sharingPage('<b>'))
  expect(html).toContain('You are sharing &lt;b&gt;')
  const [link] = [...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href ?? '')
  expect(isStop(link ?? '')).toBe(true)
  expect(isStop('https://stop.invalid/else')).toBe(false)
})
