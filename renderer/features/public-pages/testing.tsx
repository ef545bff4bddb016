import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { fakeServices } from '../../testing/fake-services.ts'
import { renderWith } from '../../testing/render.tsx'

type Server = ReturnType<typeof fakeServices>

/** Opens a screen behind a link whose token is t1. `set` says what the server answers. */
export function openLink(element: ReactNode, set: (server: Server) => void, address = '/t1') {
  const server = fakeServices()
  set(server)
  const user = userEvent.setup()
  renderWith(
    server.services,
    <MemoryRouter initialEntries={[address]}>
      <Routes>
        <Route path="/:token" element={element} />
      </Routes>
    </MemoryRouter>,
  )
  return { ...server, user }
}

export const title = (name: string) => screen.findByRole('heading', { level: 1, name })
export const press = (name: string | RegExp) => screen.getByRole('button', { name })
