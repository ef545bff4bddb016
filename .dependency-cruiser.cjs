/**
 * The arrows of the design: shared imports nothing but zod; renderer, electron, preload and server
 * import shared and never each other. What imports can't express is in
 * scripts/lib/source-rules.ts.
 */
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

/** The parts of the house; each may import itself and shared. */
const PARTS = ['renderer', 'electron', 'preload', 'server']
const TEST = '\\.test\\.tsx?$'

module.exports = {
  forbidden: [
    rule(
      'shared-imports-only-zod',
      'shared/ holds contracts and pure rules: no Node, no DOM library, no other part.',
      { path: '^shared/', pathNot: TEST },
      { pathNot: ['^shared/', '^node_modules/zod/'] },
    ),
    rule(
      'shared-tests-import-only-shared',
      'A test of shared/ needs shared/ and the test runner.',
      { path: `^shared/.*${TEST}` },
      {
        pathNot: ['^shared/', '^node_modules/(zod|vitest|fast-check)/', '^node:'],
        dependencyTypesNot: ['core'],
      },
    ),
    ...PARTS.map((part) =>
      rule(
        `${part}-imports-only-shared`,
        `${part}/ may import itself, shared/ and packages.`,
        { path: `^${part}/` },
        {
          path: '^[^/]+/',
          pathNot: [`^${part}/`, '^shared/', '^node_modules/'],
          dependencyTypesNot: ['core'],
        },
      ),
    ),
    rule(
      'product-imports-no-tooling',
      'Scripts and tests use the product, never the other way round.',
      { path: `^(shared|${PARTS.join('|')})/` },
      { path: '^(scripts|tests)/' },
    ),
    rule(
      'feature-insides-are-private',
      "A feature imports another feature's index.ts only.",
      { path: '^renderer/features/([^/]+)/' },
      {
        path: '^renderer/features/[^/]+/',
        pathNot: ['^renderer/features/$1/', '^renderer/features/[^/]+/index\\.tsx?$'],
      },
    ),
    rule(
      'features-are-entered-by-their-index',
      "The rest of the application imports a feature's index.ts only.",
      { path: '^renderer/', pathNot: '^renderer/features/' },
      { path: '^renderer/features/[^/]+/', pathNot: '^renderer/features/[^/]+/index\\.tsx?$' },
    ),
    rule(
      'pieces-know-no-services',
      'renderer/ui holds pieces that any screen may use: what they need is handed to them.',
      { path: '^renderer/ui/', pathNot: TEST },
      { path: '^renderer/(app|shell|features|services)/' },
    ),
    rule(
      'features-know-no-shell',
      'A feature stands in any frame: the shell shows features, never the other way round.',
      { path: '^renderer/features/', pathNot: TEST },
      { path: '^renderer/(app|shell)/' },
    ),
    rule(
      'services-know-no-screens',
      'What features are given knows nothing of who uses it.',
      { path: '^renderer/services/', pathNot: TEST },
      { path: '^renderer/(app|shell|features)/' },
    ),
    rule(
      'wires-know-no-area',
      'server/http and server/hubs carry any area: an area is handed to them in server/areas.ts.',
      { path: '^server/(http|hubs)/', pathNot: [TEST, '/testing/'] },
      { path: '^server/[^/]+/', pathNot: '^server/(http|hubs|db)/' },
    ),
    rule(
      'only-platform-starts-processes',
      'Under electron/ only platform/ starts processes.',
      { path: '^electron/', pathNot: ['^electron/platform/', TEST] },
      { path: '^(node:)?child_process$' },
    ),
    rule(
      'no-circular',
      'A circle has no first piece to load. Types alone may refer to each other: they are gone when the code runs.',
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    ),
    rule('no-unresolvable', 'What cannot be found cannot be checked.', {}, { couldNotResolve: true }),
  ],
}
