import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { Hint } from './Hint.tsx'
import { LazyPopover } from './LazyPopover.tsx'

const inKit = (element: React.ReactNode) => render(<MantineProvider env="test">{element}</MantineProvider>)

function Panel() {
  const [opened, setOpened] = useState(false)
  return (
    <LazyPopover
      label="Tools"
      opened={opened}
      onChange={setOpened}
      trapFocus
      returnFocus
      target={
        <button type="button" onClick={() => setOpened(!opened)}>
          Open
        </button>
      }
    >
      <input aria-label="Find" />
    </LazyPopover>
  )
}

describe('a hint', () => {
  const hinted = (props: { openDelay?: number; disabled?: boolean } = {}) =>
    inKit(
      <Hint label="Notes" {...props}>
        <button type="button">N</button>
      </Hint>,
    )

  test('is there once a mouse has rested, and gone when it leaves or presses', () => {
    vi.useFakeTimers()
    hinted({ openDelay: 400 })
    const button = screen.getByRole('button')
    fireEvent.pointerEnter(button, { pointerType: 'mouse' })
    act(() => void vi.advanceTimersByTime(399))
    expect(screen.queryByText('Notes')).toBeNull()
    act(() => void vi.advanceTimersByTime(1))
    expect(screen.getByText('Notes')).toBeTruthy()
    fireEvent.pointerLeave(button)
    expect(screen.queryByText('Notes')).toBeNull()
    fireEvent.pointerEnter(button, { pointerType: 'mouse' })
    fireEvent.pointerDown(button)
    act(() => void vi.advanceTimersByTime(1000))
    expect(screen.queryByText('Notes')).toBeNull()
    vi.useRealTimers()
  })

  test('a finger gets none, nor does a button whose panel is open', () => {
    vi.useFakeTimers()
    const { unmount } = hinted()
    fireEvent.pointerEnter(screen.getByRole('button'), { pointerType: 'touch' })
    act(() => void vi.advanceTimersByTime(10))
    expect(screen.queryByText('Notes')).toBeNull()
    unmount()
    hinted({ disabled: true })
    fireEvent.pointerEnter(screen.getByRole('button'), { pointerType: 'mouse' })
    act(() => void vi.advanceTimersByTime(10))
    expect(screen.queryByText('Notes')).toBeNull()
    vi.useRealTimers()
  })

  test('the keyboard’s focus brings it at once, Escape takes it away', () => {
    hinted({ openDelay: 400 })
    const button = screen.getByRole('button')
    vi.spyOn(button, 'matches').mockReturnValue(true)
    fireEvent.focus(button)
    expect(screen.getByText('Notes')).toBeTruthy()
    fireEvent.keyDown(button, { key: 'Escape' })
    expect(screen.queryByText('Notes')).toBeNull()
  })
})

describe('a popover', () => {
  test('is made when it is opened, takes the focus and gives it back', async () => {
    inKit(<Panel />)
    const button = screen.getByRole('button', { name: 'Open' })
    expect(button.getAttribute('aria-haspopup')).toBe('dialog')
    expect(button.getAttribute('aria-expanded')).toBe('false')
    button.focus()
    fireEvent.click(button)
    const dialog = screen.getByRole('dialog', { name: 'Tools' })
    expect(button.getAttribute('aria-expanded')).toBe('true')
    expect(button.getAttribute('aria-controls')).toBe(dialog.id)
    // It is the same button as before: nothing was drawn anew under the pointer.
    expect(screen.getByRole('button', { name: 'Open', hidden: true })).toBe(button)
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Find')))
    fireEvent.keyDown(screen.getByLabelText('Find'), { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(button))
  })

  test('Escape closes it from its button, too, where the focus is until it has moved', async () => {
    inKit(<Panel />)
    const button = screen.getByRole('button', { name: 'Open' })
    fireEvent.keyDown(button, { key: 'Escape' })
    expect(button.getAttribute('aria-expanded')).toBe('false')
    fireEvent.click(button)
    expect(await screen.findByRole('dialog', { name: 'Tools' })).toBeTruthy()
    fireEvent.keyDown(button, { key: 'Escape' })
    expect(button.getAttribute('aria-expanded')).toBe('false')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('a click beside it closes it, one on its button too', async () => {
    inKit(<Panel />)
    const button = screen.getByRole('button', { name: 'Open' })
    fireEvent.click(button)
    fireEvent.mouseDown(document.body)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    fireEvent.click(button)
    expect(screen.getByRole('dialog')).toBeTruthy()
    fireEvent.mouseDown(button)
    fireEvent.click(button)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})
