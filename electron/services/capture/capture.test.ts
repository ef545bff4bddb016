import { expect, test, vi } from 'vitest'
import { choiceOf, pickerPage, signPage } from './picker-page.ts'
import { type CaptureParts, ScreenCapture } from './screen-capture.ts'

const SOURCES = [
  { id: 'screen:0', name: 'Entire screen', thumbnail: 'data:image/png;base64,AAAA' },
  { id: 'window:7', name: '<script>alert("x")</script> & Co', thumbnail: 'data:image/png;base64,BBBB' },
]
const htmlOf = (address: string) =>
  Buffer.from(address.slice(address.indexOf('base64,') + 7), 'base64').toString('utf8')

function capture(changes: Partial<CaptureParts> = {}) {
  const order: string[] = []
  const parts: CaptureParts = {
    sources: async () => SOURCES,
    pick: async ([, second]) => second ?? null,
    showSign(name) {
      order.push(`sign ${name}`)
      return () => void order.push('end')
    },
    async picture(id) {
      order.push(`picture ${id}`)
      return 'data:image/png;base64,CCCC'
    },
    ...changes,
  }
  return { order, capture: new ScreenCapture(parts) }
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
  const html = htmlOf(pickerPage(SOURCES))
  expect(html).toContain("default-src 'none'")
  expect(html).not.toContain('<script')
  expect(html).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; Co')
  expect(htmlOf(signPage('<b>'))).toContain('Capturing &lt;b&gt;')
})

test('its links mean a place or nothing, and no other address means anything', () => {
  const links = [...htmlOf(pickerPage(SOURCES)).matchAll(/href="([^"]+)"/g)].map(([, href]) =>
    choiceOf(href ?? ''),
  )
  expect(links).toEqual([0, 1, null])
  expect(choiceOf('https://elsewhere.example/1')).toBeUndefined()
})
