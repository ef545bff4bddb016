import { useQuery } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { createCaches } from '../storage/caches.ts'
import { QueriesProvider, useAreQueriesThere } from './queries.tsx'

function Screen({ read }: { read: () => Promise<string> }) {
  return useAreQueriesThere() ? <Answer read={read} /> : <p>Not yet</p>
}

function Answer({ read }: { read: () => Promise<string> }) {
  const { data } = useQuery({ queryKey: ['answer'], queryFn: read })
  return <p>{data ?? 'Reading'}</p>
}

test('what is below shows at once, and what reads by queries once they are there', async () => {
  const caches = createCaches(undefined)
  const read = vi.fn(async () => `answer ${read.mock.calls.length}`)
  const view = render(
    <QueriesProvider caches={caches}>
      <p>The frame</p>
      <Screen read={read} />
    </QueriesProvider>,
  )
  expect(screen.getByText('The frame')).toBeDefined()
  expect(screen.getByText('Not yet')).toBeDefined()
  expect(await screen.findByText('answer 1')).toBeDefined()
  // Whoever comes next finds nothing of what was read before.
  const show = (below: ReactNode) =>
    view.rerender(
      <QueriesProvider caches={caches}>
        <p>The frame</p>
        {below}
      </QueriesProvider>,
    )
  show(null)
  await caches.clear()
  show(<Screen read={read} />)
  expect(screen.queryByText('answer 1')).toBeNull()
  expect(await screen.findByText('answer 2')).toBeDefined()
})
