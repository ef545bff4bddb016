import { screen, waitFor } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, test } from 'vitest'
import { companyCalled } from '#shared/contract/company.ts'
import { fakeServices } from '../../testing/fake-services.ts'
import { renderWith } from '../../testing/render.tsx'
import { CompanyLogo, CompanyMark } from './index.ts'

const show = (changes: ReturnType<typeof fakeServices>) =>
  renderWith(
    changes.services,
    <Suspense>
      <CompanyLogo />
      <CompanyMark />
    </Suspense>,
  )

test('A126 the company’s pictures say its name to whoever does not see them', async () => {
  const server = fakeServices()
  let asked = 0
  server.answer(companyCalled, () => {
    asked += 1
    return { name: 'Bright Surveys' }
  })
  show(server)
  const pictures = await screen.findAllByRole('img', { name: 'Bright Surveys' })
  expect(pictures.map((one) => one.getAttribute('src'))).toEqual([
    expect.stringMatching(/\/company\/logo\/dark$/),
    expect.stringMatching(/\/company\/mark$/),
  ])
  expect(asked).toBe(1)
})

test('A126 without an answer the pictures show unnamed, and the next one asks again', async () => {
  const server = fakeServices()
  const { container, unmount } = show(server)
  await waitFor(() => expect(container.querySelectorAll('img[alt=""]')).toHaveLength(2))
  unmount()
  server.answer(companyCalled, () => ({ name: 'Bright Surveys' }))
  show(server)
  expect(await screen.findAllByRole('img', { name: 'Bright Surveys' })).toHaveLength(2)
})
