import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { createMemoryRouter, Link, RouterProvider } from 'react-router-dom'
import { expect, test } from 'vitest'
import { BackCloses } from './BackCloses.tsx'

function Chat() {
  const [open, setOpen] = useState<string | null>(null)
  const [isCovered, setCovered] = useState(false)
  const onBack = () => {
    if (isCovered) setCovered(false)
    else setOpen(null)
    return !isCovered
  }
  return (
    <>
      <BackCloses isOpen={open !== null} onBack={onBack} />
      <p>{open ?? 'the list'}</p>
      {isCovered ? <p>a picture over it</p> : null}
      <button type="button" onClick={() => setCovered(true)}>
        Look closer
      </button>
      {['Amelia', 'Ben'].map((name) => (
        <button key={name} type="button" onClick={() => setOpen(name)}>
          Open {name}
        </button>
      ))}
      <button type="button" onClick={() => setOpen(null)}>
        Close
      </button>
      <Link to="/dashboard">Leave</Link>
    </>
  )
}

function start() {
  const router = createMemoryRouter(
    [
      { path: '/chat', element: <Chat /> },
      { path: '/dashboard', element: <p>the dashboard</p> },
    ],
    { initialEntries: ['/dashboard', '/chat?a=1'], initialIndex: 1 },
  )
  render(<RouterProvider router={router} />)
  const back = () => act(() => router.navigate(-1))
  const press = (name: string) => fireEvent.click(screen.getByText(name))
  const shows = (text: string) => waitFor(() => expect(screen.getByText(text)).toBeDefined())
  return { router, back, press, shows }
}

test('C019 C097 going back closes a conversation, then leaves the chat', async () => {
  const { router, back, press, shows } = start()
  press('Open Amelia')
  await shows('Amelia')
  expect(router.state.location.search).toBe('?a=1')
  // Another in its place needs no entry more.
  press('Open Ben')
  await shows('Ben')
  await back()
  await shows('the list')
  await back()
  await shows('the dashboard')
})

test('C019 C097 what lies over the conversation is closed first', async () => {
  const { back, press, shows } = start()
  press('Open Amelia')
  await shows('Amelia')
  press('Look closer')
  await shows('a picture over it')
  await back()
  await waitFor(() => expect(screen.queryByText('a picture over it')).toBeNull())
  await shows('Amelia')
  await back()
  await shows('the list')
  await back()
  await shows('the dashboard')
})

test('C019 closed by its button, or by what happens to it, it leaves no entry behind', async () => {
  const { router, back, press, shows } = start()
  press('Open Amelia')
  await shows('Amelia')
  expect(router.state.location.state).not.toBeNull()
  press('Close')
  await shows('the list')
  await waitFor(() => expect(router.state.location.state).toBeNull())
  await back()
  await shows('the dashboard')
})

test('one that is opened while the entry of another is being taken away stays open', async () => {
  const { back, press, shows } = start()
  press('Open Amelia')
  await shows('Amelia')
  press('Close')
  press('Open Ben')
  await act(async () => {})
  await shows('Ben')
  await back()
  await shows('the list')
})
