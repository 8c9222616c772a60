/** Says that the page has not started, where its modules do not run. Written so that any browser can read it. */

function showOutdated() {
  var place = document.getElementById("outdated");
  if (place) place.removeAttribute("hidden");
}

function checkBegun() {
  window.onerror = null; // what goes wrong from now on is no matter of age
  if (!("began" in window)) showOutdated();
}

window.onerror = showOutdated;
window.onload = checkBegun;
