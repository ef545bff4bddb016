import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServices } from '../../testing/fake-services.ts'
import { renderWith } from '../../testing/render.tsx'
import { useFocusReturn } from './use-focus-return.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

let setOpen: (isOpen: boolean) => void
let setOffered: (isOffered: boolean) => void

function Probe() {
  const [isOpen, open] = useState(false)
  const [offered, offer] = useState(true)
  setOpen = open
  setOffered = offer
  useFocusReturn(isOpen)
  return (
    <main id="content" tabIndex={-1}>
      {offered ? <button type="button">Open</button> : null}
      {isOpen ? (
        <div role="dialog">
          <button type="button">Inside</button>
        </div>
      ) : null}
    </main>
  )
}

const button = (name: string) => screen.getByRole('button', { name })

function openAndClose() {
  act(() => setOpen(true))
  act(() => button('Inside').focus())
  act(() => setOpen(false))
  act(() => void vi.advanceTimersByTime(1000))
}

test('the focus goes back to what had it outside of the dialog, or to the content where that is gone', () => {
  renderWith(fakeServices().services, <Probe />)
  act(() => button('Open').focus())
  openAndClose()
  expect(document.activeElement).toBe(button('Open'))
  act(() => setOffered(false))
  openAndClose()
  expect(document.activeElement).toBe(screen.getByRole('main'))
})
