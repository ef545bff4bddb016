import { fireEvent, screen } from '@testing-library/react'
import { act, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { fakeServices } from '../testing/fake-services.ts'
import { manualTimers } from '../testing/manual-timers.ts'
import { renderWith } from '../testing/render.tsx'
import { UndoLine } from './UndoLine.tsx'

function Line({ onEnd, onUndo }: { onEnd: () => void; onUndo: () => void }) {
  const [of, setOf] = useState(1)
  return (
    <>
      <UndoLine said="It is gone." undo="Undo" onUndo={onUndo} ends={{ of, afterMs: 6000, onEnd }} />
      <button type="button" onClick={() => setOf(of + 1)}>
        Delete another
      </button>
    </>
  )
}

function show() {
  const timers = manualTimers()
  const { services } = fakeServices({ timers })
  const onEnd = vi.fn()
  const onUndo = vi.fn()
  renderWith(services, <Line onEnd={onEnd} onUndo={onUndo} />)
  const pass = (ms: number) => act(() => timers.pass(ms))
  return { onEnd, onUndo, pass, place: screen.getByRole('status') }
}

test('the line says what was done and takes it back; it ends after its time', () => {
  const { onEnd, onUndo, place, pass } = show()
  expect(place.textContent).toBe('It is gone.Undo')
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(onUndo).toHaveBeenCalledOnce()
  pass(5999)
  expect(onEnd).not.toHaveBeenCalled()
  pass(1)
  expect(onEnd).toHaveBeenCalledOnce()
})

test('while the pointer or the focus is on the line it stays, and has its whole time after that', () => {
  const { onEnd, place, pass } = show()
  const button = screen.getByRole('button', { name: 'Undo' })
  pass(5000)
  fireEvent.pointerEnter(place)
  pass(60_000)
  act(() => button.focus())
  fireEvent.pointerLeave(place)
  pass(60_000)
  expect(onEnd).not.toHaveBeenCalled()
  act(() => button.blur())
  pass(5999)
  expect(onEnd).not.toHaveBeenCalled()
  pass(1)
  expect(onEnd).toHaveBeenCalledOnce()
})

test('another thing that was done has its own time', () => {
  const { onEnd, pass } = show()
  pass(5000)
  fireEvent.click(screen.getByRole('button', { name: 'Delete another' }))
  pass(5999)
  expect(onEnd).not.toHaveBeenCalled()
  pass(1)
  expect(onEnd).toHaveBeenCalledOnce()
})

test('with nothing said there is its place, silent; what can only be put away has no way back', () => {
  const { services } = fakeServices()
  const onClose = vi.fn()
  const view = renderWith(services, <UndoLine said={null} undo="Undo" onUndo={() => {}} />)
  expect([screen.getByRole('status').textContent, screen.queryByRole('button')]).toEqual(['', null])
  view.unmount()
  renderWith(
    services,
    <UndoLine said="Refused." undo="Undo" onUndo={null} close={{ label: 'Close', onClose }} />,
  )
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(onClose).toHaveBeenCalledOnce()
})
