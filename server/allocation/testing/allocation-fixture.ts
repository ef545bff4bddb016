import { NOON } from '../../http/testing/test-server.ts'

const DAY = 24 * 3_600_000
const iso = (at: number) => new Date(at).toISOString()
const RANGE = { from: iso(NOON + DAY).slice(0, 10), to: iso(NOON + 2 * DAY).slice(0, 10) }

/** Good requests for person 2, who has a shift tomorrow from noon. */
export const ALLOCATION_REQUESTS: Record<string, unknown> = {
  'allocation.allocationBoard': { day: RANGE.from },
  'allocation.saveAllocations': {
    allocations: [{ userID: 2, projectID: 7, start: iso(NOON + DAY), end: iso(NOON + DAY + DAY / 24) }],
    seen: [],
  },
  'allocation.proposeAllocations': { range: RANGE },
  'allocation.publishAllocations': { range: RANGE },
  'resourceHome.areaFigures': {},
  'advisory.projectAdvisory': {},
  'advisory.advisoryProject': { projectID: 7 },
  'advisory.setProjectStatus': { projectID: 7, status: 'PAUSED' },
  'advisory.whatIf': { projectID: 7, hours: 10 },
  'hypervisor.hypervisorState': {},
  'hypervisor.moveOnHypervisor': { userID: 2, projectID: 7 },
  'hypervisor.boostProject': { projectID: 7, until: iso(NOON + DAY / 24) },
}
