import { transforms } from 'vega-dataflow';
import * as encode from 'vega-encode';
import * as data from 'vega-transforms';
import { extend } from 'vega-util';
import * as layout from 'vega-view-transforms';

/** The parts of Vega that our charts are made of. Maps, trees, forces, clouds and cross filters stay away: 45 kB less. */
extend(transforms, data, layout, encode);

export { parse } from 'vega-parser';
export { resetSVGDefIds, textMetrics } from 'vega-scenegraph';
// Other packages take small things from here.
export * from 'vega-util';
export { View } from 'vega-view';
