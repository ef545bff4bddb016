// What asks for Node's types gets those of the Node that runs under Wine.
/// <reference path="../../../../node_modules/node-22-types/index.d.ts" />
