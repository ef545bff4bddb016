import { MantineProvider } from '@mantine/core'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Chart } from './Chart.tsx'
import { hatchOf, markOf } from './chart-parts.ts'

const SUMMARY = 'Completes over 3 days: yours is 9 in all, the project’s 30.'

function show(kind: 'line' | 'stacked' = 'line') {
  render(
    <MantineProvider>
      <Chart
        kind={kind}
        title="Completes"
        summary={SUMMARY}
        rowLabel="Day"
        series={[
          { key: 'own', label: 'You', colour: 'green' },
          { key: 'project', label: 'Project', colour: 'grey' },
        ]}
        rows={[
          { name: 'Monday', values: { own: 4, project: 12 } },
          { name: 'Tuesday', values: { own: null, project: 10 } },
          { name: 'Wednesday', values: { own: 5, project: 8 } },
        ]}
        format={(value) => `${value} c`}
      />
    </MantineProvider>,
  )
  return userEvent.setup()
}

test('D024 a chart is named by one sentence, and shows the same figures as a table', async () => {
  const user = show()
  const chart = screen.getByRole('figure', { name: SUMMARY })
  await user.click(within(chart).getByRole('button', { name: 'Show as table' }))
  const rows = within(chart).getAllByRole('row')
  expect(rows.map((row) => row.textContent)).toEqual([
    'DayYouProject',
    'Monday4 c12 c',
    'Tuesday–10 c',
    'Wednesday5 c8 c',
  ])
  await user.click(within(chart).getByRole('button', { name: 'Show as chart' }))
  expect(within(chart).queryByRole('table')).toBeNull()
})

test.each(['line', 'stacked'] as const)(
  'D024 the values of a %s chart are read by the arrow keys',
  async (kind) => {
    const user = show(kind)
    const plot = await screen.findByRole('application', { name: 'Values, by the arrow keys' })
    plot.focus()
    const said = () => screen.getByRole('status').textContent
    expect(said()).toBe('')
    await user.keyboard('{ArrowRight}')
    expect(said()).toBe('Monday: You 4 c, Project 12 c')
    await user.keyboard('{ArrowRight}')
    expect(said()).toBe('Tuesday: You –, Project 10 c')
    await user.keyboard('{End}')
    expect(said()).toBe('Wednesday: You 5 c, Project 8 c')
    await user.keyboard('{ArrowRight}')
    expect(said()).toBe('Wednesday: You 5 c, Project 8 c')
    await user.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}')
    expect(said()).toBe('Monday: You 4 c, Project 12 c')
    await user.tab()
    expect(said()).toBe('')
  },
)

test('D024 series are told apart without colour: each of eight has a filling of its own, each of four lines a mark', () => {
  const fillings = Array.from({ length: 8 }, (_, place) => JSON.stringify(hatchOf(place)))
  expect(new Set(fillings).size).toBe(8)
  expect(new Set(Array.from({ length: 4 }, (_, place) => markOf(place))).size).toBe(4)
})
