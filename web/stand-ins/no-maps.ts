/** Vega measures and cuts up maps with these; none of our charts is a map. */
const none = (): never => {
  throw new Error('No chart of the page is a map.');
};

export { none as feature, none as geoArea, none as geoBounds, none as geoCentroid, none as mesh };
