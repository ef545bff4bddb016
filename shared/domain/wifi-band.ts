/** How good a wifi signal is (spec 1 §3); SKIP where it isn't checked. */
export const WIFI_BANDS = ['UNKNOWN', 'POOR', 'FAIR', 'GOOD', 'VERY_GOOD', 'EXCEPTIONAL', 'SKIP'] as const
export type WifiBand = (typeof WIFI_BANDS)[number]
