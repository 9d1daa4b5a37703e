import { WIDE_PAGE_PX } from './theme.ts';

/**
 * What the page does once scripts run: draws the live charts over the still ones, in the colours the reader's system
 * asks for, and hides the cells of unticked choices in charts and tables alike. A chart that fails keeps its picture.
 */
export const PAGE_SCRIPT = `(function () {
  'use strict';
  var embedded = JSON.parse(document.getElementById('charts').textContent);
  var dark = window.matchMedia ? window.matchMedia('(prefers-color-scheme: dark)') : { matches: false };
  var box = document.getElementById('choices');
  var room = window.matchMedia ? window.matchMedia('(min-width: ${WIDE_PAGE_PX}px)') : { matches: false };
  var hidden = {};

  function dressed(value) {
    if (typeof value === 'string') return dark.matches && embedded.dark[value] ? embedded.dark[value] : value;
    if (Array.isArray(value)) return value.map(dressed);
    if (value === null || typeof value !== 'object') return value;
    var copy = {};
    Object.keys(value).forEach(function (key) {
      var part = value[key];
      if (key === 'values' && Array.isArray(part)) part = part.filter(function (row) {
        return row === null || typeof row !== 'object' || !hidden[row.cell];
      });
      copy[key] = dressed(part);
    });
    return copy;
  }

  function draw() {
    embedded.charts.forEach(function (chart) {
      var figure = document.getElementById(chart.name);
      var options = {
        renderer: 'svg',
        actions: { export: true, source: false, compiled: false, editor: false },
        downloadFileName: chart.name,
        tooltip: { theme: dark.matches ? 'dark' : 'light' }
      };
      window.vegaEmbed(figure.querySelector('.live'), dressed(room.matches ? chart.wide : chart.spec), options).then(
        function () { figure.classList.add('drawn'); },
        function () { figure.classList.remove('drawn'); }
      );
    });
  }

  function unticked() {
    hidden = {};
    Array.prototype.forEach.call(box.querySelectorAll('input'), function (input) {
      if (input.checked) return;
      input.getAttribute('data-cells').split(' ').forEach(function (cell) { hidden[cell] = true; });
    });
  }

  if (box) {
    box.hidden = false;
    box.addEventListener('change', function () {
      unticked();
      Array.prototype.forEach.call(document.querySelectorAll('tr[data-cell]'), function (row) {
        row.hidden = Boolean(hidden[row.getAttribute('data-cell')]);
      });
      draw();
    });
  }
  if (room.addEventListener) room.addEventListener('change', draw);
  if (dark.addEventListener) dark.addEventListener('change', draw);
  // Paper cannot unfold what is folded; what all figures tell already stays folded, so that it is printed once.
  window.addEventListener('beforeprint', function () {
    Array.prototype.forEach.call(document.querySelectorAll('main details:not(.told)'), function (part) { part.open = true; });
  });
  // Letters of another font have other widths: what is placed by them would be cut off or overlap.
  if (document.fonts && document.fonts.load) {
    Promise.all([400, 600].map(function (weight) { return document.fonts.load(weight + ' 14px Inter'); })).then(draw, draw);
  } else draw();
})();`;
